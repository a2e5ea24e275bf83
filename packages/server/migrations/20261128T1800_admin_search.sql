-- The back office searches companies by title, slug and the owner's email, in any part of them and without case.
alter table companies add column searched text generated always as (lower(title || E'\n' || slug::text)) stored;
create index companies_searched on companies using gin (searched gin_trgm_ops);
create index users_email_searched on users using gin (lower(email::text) gin_trgm_ops);
