-- What the publish that replaced this version changed. Null for versions stored before this column existed.
alter table article_versions add column changes text[];
