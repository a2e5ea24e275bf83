-- Imports and exports. A row is what its person sees of one; the work itself is done by the queue.
create table transfer_jobs (
  id uuid primary key,
  company_id uuid not null references companies (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  kind text not null check (kind in ('import', 'export')),
  workspace_id uuid references workspaces (id) on delete cascade,
  -- The article that is exported; null for a whole workspace.
  article_id uuid references articles (id) on delete cascade,
  -- As it was when it began.
  title text not null,
  options jsonb not null,
  status text not null check (status in ('uploading', 'waiting', 'running', 'done', 'failed', 'cancelled')),
  -- Percent.
  progress smallint not null default 0,
  -- A code of shared/src/exchange/transfer-notes.ts.
  error text,
  -- Of an import: { name, size, key } of each file; key is null until it has arrived.
  sources jsonb not null default '[]',
  -- Of an import: how many of its pages are written. A page and this are one transaction.
  cursor integer not null default 0,
  report jsonb,
  result_key text,
  -- Bytes.
  result_size bigint,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index transfer_jobs_of_person on transfer_jobs (user_id, company_id, created_at desc);
create index transfer_jobs_age on transfer_jobs (created_at);
create index transfer_jobs_workspace on transfer_jobs (workspace_id) where workspace_id is not null;
create index transfer_jobs_article on transfer_jobs (article_id) where article_id is not null;
