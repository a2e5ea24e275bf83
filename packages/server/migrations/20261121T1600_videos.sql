-- Recordings: what people upload or record, and what is made of it. An article's play maps name them by id.
create table videos (
  -- Also the id that accepting an upload gives.
  id uuid primary key,
  company_id uuid not null references companies (id) on delete cascade,
  user_id uuid references users (id) on delete set null,
  -- What it was uploaded for, when that was known; those who may edit it may follow the work on the recording.
  article_id uuid references articles (id) on delete set null,
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
  -- How its pictures are laid out, as shared/src/video describes it.
  storyboard jsonb,
  peaks_key text,
  audio_key text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, parts_hash)
);
create index videos_company on videos (company_id, created_at desc);
create index videos_article on videos (article_id);
create index videos_original on videos (original_key);

-- Parts of an upload that follow each other are windows of one growing file, so that accepting them copies nothing.
create table video_parts (
  id uuid primary key,
  company_id uuid not null references companies (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  -- Where its bytes lie: from `start` of this file on.
  file_key text not null,
  start bigint not null default 0,
  -- Of the whole part; null until it is complete. How much of it lasts by now, the file itself tells.
  size bigint,
  sha256 bytea,
  -- Set when it became material of a recording; then the row only keeps the promise that accepting twice is harmless.
  video_id uuid references videos (id) on delete set null,
  -- Which part of that recording it is, from 0.
  place integer,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (file_key, start)
);
create index video_parts_open on video_parts (user_id, created_at) where video_id is null;
create index video_parts_video on video_parts (video_id);

-- Each step of what is done with a recording, for people to see and to repeat.
create table video_steps (
  video_id uuid not null references videos (id) on delete cascade,
  step text not null check (step in ('probe', 'remux', 'poster', 'storyboard', 'peaks', 'audio')),
  status text not null default 'waiting' check (status in ('waiting', 'running', 'done', 'failed', 'skipped')),
  attempts integer not null default 0,
  -- Of the attempt in hand: one that was given up on and comes back late has another, and changes nothing.
  run_id uuid,
  -- Percent of the attempt in hand.
  progress smallint not null default 0,
  -- A code of shared/src/video, with words there.
  error text,
  started_at timestamptz,
  finished_at timestamptz,
  primary key (video_id, step)
);
