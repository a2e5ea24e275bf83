-- The notes that are written for a person's new recordings.
create table ai_preferences (
  user_id uuid primary key references users (id) on delete cascade,
  notes text not null default 'none',
  notes_prompt text not null default '',
  updated_at timestamptz not null default now()
);

-- Recordings for which this was done, so that a recording transcribed again is not structured again.
create table ai_structured_recordings (
  video_id uuid primary key references videos (id) on delete cascade,
  has_paragraphs boolean not null default false,
  has_notes boolean not null default false,
  created_at timestamptz not null default now()
);
