-- The text that recordings show, read once per recording by the job `read-screen-text`.
create table screen_texts (
  video_id uuid primary key references videos (id) on delete cascade,
  status text not null default 'reading' check (status in ('reading', 'done', 'failed')),
  -- The current attempt; an older one saves nothing any more.
  run_id uuid,
  attempts integer not null default 0,
  -- Moments to read, ms of the recording; null until they are picked. `read_count` of them were read.
  moments integer[],
  read_count integer not null default 0,
  -- Lines that are on the screen after the last moment that was read: an attempt continues with them.
  visible jsonb not null default '[]',
  line_count integer not null default 0,
  finished_at timestamptz,
  created_at timestamptz not null default now()
);

-- A line that is on the screen for a while; ms of the recording, half-open.
create table screen_text_lines (
  video_id uuid not null references screen_texts (video_id) on delete cascade,
  position integer not null,
  starts_at integer not null,
  ends_at integer not null,
  content text not null,
  primary key (video_id, position)
);
