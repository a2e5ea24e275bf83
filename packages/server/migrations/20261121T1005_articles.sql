-- A never published draft is a row with published_at null and no original; a draft of a published article is a row
-- with original_id. Readers only ever see rows that are published.
create table articles (
  id uuid primary key,
  short_id text not null unique,
  company_id uuid not null references companies (id) on delete cascade,
  workspace_id uuid references workspaces (id),
  original_id uuid references articles (id) on delete cascade,
  -- Made by the client for a new article, so that a retry finds the row of the first try.
  client_id uuid,
  -- Where a never published article goes when it is published.
  parent_article_id uuid references articles (id) on delete set null,
  title text not null default '',
  slug text not null default 'untitled',
  tags text[] not null default '{}',
  pinned_tab_id text,
  -- Milliseconds; above 0 means a video article.
  duration integer not null default 0,
  is_archived boolean not null default false,
  -- Hash of the content; null while a live document is ahead of the stored text.
  hash text,
  -- Content at the start of the present editing session, for discarding a never published draft.
  session_start jsonb,
  session_started_at timestamptz,
  author_id uuid references users (id) on delete set null,
  updated_by_id uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  published_at timestamptz,
  deleted_at timestamptz
);
create unique index articles_one_draft on articles (original_id) where original_id is not null and deleted_at is null;
create unique index articles_client on articles (author_id, client_id) where client_id is not null;
create index articles_published on articles (workspace_id, published_at desc) where published_at is not null and deleted_at is null;
create index articles_of_company on articles (company_id, published_at desc) where published_at is not null and deleted_at is null;
create index articles_drafts_author on articles (author_id, updated_at desc) where published_at is null and deleted_at is null;
create index articles_drafts_editor on articles (updated_by_id, updated_at desc) where published_at is null and deleted_at is null;
create index articles_parent on articles (parent_article_id) where parent_article_id is not null;
create index articles_deleted on articles (deleted_at) where deleted_at is not null;

create table text_tabs (
  article_id uuid not null references articles (id) on delete cascade,
  id text not null,
  position integer not null,
  title text not null,
  slug text not null,
  -- Note document (ProseMirror JSON), and what is derived from it: sanitised HTML and plain text.
  content jsonb not null,
  html text not null default '',
  plain_text text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (article_id, id)
);

create table article_versions (
  article_id uuid not null references articles (id) on delete cascade,
  version integer not null,
  -- Title, tags, workspace, tabs, pin and paragraphs as they were.
  content jsonb not null,
  hash text not null,
  author_id uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  primary key (article_id, version)
);

