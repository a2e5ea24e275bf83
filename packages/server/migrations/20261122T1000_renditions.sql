-- One file of what an article plays. Made for the play map and not for the article, so that versions and articles with the
-- same map share it, and that publishing again while it is made spoils nothing.
create table renditions (
  id uuid primary key,
  company_id uuid not null references companies (id) on delete cascade,
  -- SHA-256 of the play map, in hex.
  map_hash text not null,
  -- As shared/src/video/play-map.ts describes it.
  map jsonb not null,
  status text not null default 'waiting' check (status in ('waiting', 'running', 'done', 'failed')),
  attempts integer not null default 0,
  -- Of the attempt in hand: one that was given up on and comes back late has another, and changes nothing.
  run_id uuid,
  -- Percent of the attempt in hand.
  progress smallint not null default 0,
  -- A code of shared/src/video, with words there.
  error text,
  file_key text,
  -- Bytes and milliseconds of the file.
  size bigint,
  duration integer,
  started_at timestamptz,
  finished_at timestamptz,
  created_at timestamptz not null default now(),
  -- The last time something with this map was published.
  asked_at timestamptz not null default now(),
  unique (company_id, map_hash)
);

-- Of the play map; null where nothing is played. Tells which renditions are still asked for.
alter table articles add column map_hash text;
create index articles_map on articles (map_hash) where map_hash is not null;
alter table article_versions add column map_hash text;
create index article_versions_map on article_versions (map_hash) where map_hash is not null;
