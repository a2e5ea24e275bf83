-- The trash of a workspace: one row per deletion, of an article with all that was under it. The articles themselves stay
-- in their table until they are purged.
create table deleted_articles (
  article_id uuid primary key references articles (id) on delete cascade,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  -- The same as that of every article and draft that this deletion removed.
  deleted_at timestamptz not null,
  -- Null if the account no longer exists.
  deleted_by_id uuid references users (id) on delete set null,
  -- Where it was in the order of the workspace, with all under it.
  entry jsonb not null,
  parent_id uuid,
  position integer not null
);
create index deleted_articles_workspace on deleted_articles (workspace_id, deleted_at desc, article_id desc);
create index deleted_articles_deleted_by on deleted_articles (deleted_by_id);
