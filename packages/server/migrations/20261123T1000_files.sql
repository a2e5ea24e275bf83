-- Pictures and attachments of notes. Notes name them by their bare path, which holds the key.
create table files (
  id uuid primary key,
  -- Whose storage it counts for. A file outlives its company where an article of another one shows it.
  company_id uuid references companies (id) on delete set null,
  owner_id uuid references users (id) on delete set null,
  kind text not null check (kind in ('image', 'attachment')),
  key text not null unique,
  name text not null,
  content_type text not null,
  -- Bytes, and their SHA-256; null while they are on their way.
  size bigint,
  sha256 bytea,
  -- Pixels; of pictures only.
  width integer,
  height integer,
  -- Null until the file lasts on storage. What never got so far is swept.
  stored_at timestamptz,
  created_at timestamptz not null default now(),
  -- What the nightly look saw: when it last looked, whether a note ever held the file, and since when none does.
  checked_at timestamptz,
  was_used boolean not null default false,
  unused_since timestamptz
);
create index files_company on files (company_id);
create index files_pending on files (created_at) where stored_at is null;
create index files_checked on files (checked_at nulls first, id);

-- The articles in whose notes a file may be shown: a published article stands for its drafts and versions too. Nobody sees
-- a file by knowing its path; somebody who saw it brought it there.
create table file_places (
  file_id uuid not null references files (id) on delete cascade,
  article_id uuid not null references articles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (file_id, article_id)
);
create index file_places_article on file_places (article_id);

-- Smaller copies of pictures. A row is there before its file, so that no file is without a row.
create table file_thumbnails (
  file_id uuid not null references files (id) on delete cascade,
  -- Pixels.
  width integer not null,
  key text not null unique,
  size bigint,
  stored_at timestamptz,
  primary key (file_id, width)
);
