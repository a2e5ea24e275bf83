-- Recordings: what people upload or record, and what is made of it. An article's play maps name them by id.
create table videos (
  -- Also the id that accepting an upload gives.
  id uuid primary key,
  company_id uuid not null references companies (id) on delete cascade,
  user_id uuid references users (id) on delete set null,
  name text,
  mime text not null,
  status text not null default 'processing' check (status in ('processing', 'finished', 'error')),
  -- A code of shared/src/video, with words there; null unless status is error.
  error text,
  -- Of the uploaded bytes.
  size bigint not null,
  -- Of the list of parts, so that accepting the same list again gives the same recording.
  parts_hash bytea not null,
  -- Null until it was looked into. ms, pixels.
  duration integer,
  width integer,
  height integer,
  has_audio boolean,
  -- Keys of files: what was uploaded, what plays everywhere, and what stands around it.
  original_key text,
  main_key text,
  poster_key text,
  storyboard_key text,
  peaks_key text,
  audio_key text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, parts_hash)
);
create index videos_company on videos (company_id, created_at desc);

create table video_parts (
  id uuid primary key,
  company_id uuid not null references companies (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  -- Bytes that last on storage; rises while a part arrives in pieces.
  size bigint not null default 0,
  -- Of the whole part once it is complete.
  sha256 bytea,
  completed_at timestamptz,
  -- Set when it became material of a recording; then the row only keeps the promise that accepting twice is harmless.
  video_id uuid references videos (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index video_parts_orphans on video_parts (updated_at) where video_id is null;
create index video_parts_user on video_parts (user_id);
create index video_parts_video on video_parts (video_id);

-- Each step of what is done with a recording, for people to see and to repeat.
create table video_steps (
  video_id uuid not null references videos (id) on delete cascade,
  step text not null check (step in ('probe', 'remux', 'poster', 'storyboard', 'peaks', 'audio')),
  status text not null default 'waiting' check (status in ('waiting', 'running', 'done', 'failed', 'skipped')),
  attempts integer not null default 0,
  error text,
  started_at timestamptz,
  finished_at timestamptz,
  primary key (video_id, step)
);
