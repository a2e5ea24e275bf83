-- The live document of one text tab: a snapshot plus every update since. Updates are only ever appended and, once
-- merged into the snapshot, removed by the very rows that were merged, so two writers can not lose each other's.
create table notes (
  article_id uuid not null references articles (id) on delete cascade,
  -- No reference to text_tabs: the document of a deleted tab is kept for a while.
  tab_id text not null,
  -- Encoded Yjs state.
  snapshot bytea not null,
  -- Highest update that was merged; tells what happened, decides nothing: updates do not commit in their order.
  snapshot_seq bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (article_id, tab_id)
);
alter table notes alter column snapshot set storage external;

create table note_updates (
  seq bigint generated always as identity primary key,
  article_id uuid not null references articles (id) on delete cascade,
  tab_id text not null,
  update bytea not null,
  created_at timestamptz not null default now()
);
create index note_updates_note on note_updates (article_id, tab_id, seq);
