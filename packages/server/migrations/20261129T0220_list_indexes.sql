-- no transaction
-- Pages of lists are found in an index alone (0313).
create index concurrently if not exists articles_newest on articles (company_id, published_at desc, id desc) include (workspace_id) where published_at is not null and deleted_at is null;
create index concurrently if not exists articles_newest_of_workspace on articles (workspace_id, published_at desc, id desc) where published_at is not null and deleted_at is null;
create index concurrently if not exists notifications_unread on notifications (user_id, company_id, notified_at desc) where read_at is null;
create index concurrently if not exists notifications_changed on notifications (user_id, company_id, changed_at);
create index concurrently if not exists search_entries_tags on search_entries (workspace_id, part) where kind = 'tag';
