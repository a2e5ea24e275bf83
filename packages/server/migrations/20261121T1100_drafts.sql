-- The number of the newest version ever written: numbers rise and are never reused, also after that version is deleted.
alter table articles add column last_version integer not null default 0;

-- When somebody was last known to have the draft open; a draft nobody has open and that changes nothing is removed.
alter table articles add column editors_seen_at timestamptz;

-- A draft that was published into its original stays as a row with published_at and deleted_at, so that whoever still
-- knows its id is led to the article; a discarded one has only deleted_at.
create index articles_drafts on articles (updated_at) where published_at is null and deleted_at is null;

-- Lists ask whether an article has text; they must not have to read the text for it.
alter table text_tabs add column has_text boolean not null generated always as (plain_text ~ '\S') stored;
