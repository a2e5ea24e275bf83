-- What is said in a recording: one row per recording. Times are ms of the recording.
create table transcripts (
  video_id uuid primary key references videos (id) on delete cascade,
  -- The state of generating; a transcript stays readable while another one is generated.
  status text not null default 'none' check (status in ('none', 'waiting', 'running', 'done', 'failed')),
  -- The attempt that is current; another attempt or a cancelled one saves nothing.
  run_id uuid,
  attempts integer not null default 0,
  progress integer not null default 0,
  error text,
  -- What the next result is for: the language to expect, and whether corrections stay.
  requested_language text,
  keeps_edits boolean not null default true,
  language text,
  engine text,
  -- Words as columns of equal length, as the engine heard them, and with the corrections.
  heard jsonb,
  words jsonb,
  -- Grows with every change of `words` and of names.
  revision integer not null default 0,
  started_at timestamptz,
  finished_at timestamptz
);
create index transcripts_unfinished on transcripts (status) where status in ('waiting', 'running');

-- Corrections by people: in [from_ms, to_ms), these words replace what was heard. They outlive another generation.
create table transcript_edits (
  id uuid primary key,
  video_id uuid not null references transcripts (video_id) on delete cascade,
  from_ms integer not null,
  to_ms integer not null,
  words jsonb not null,
  edited_by_id uuid references users (id) on delete set null,
  edited_at timestamptz not null default now()
);
create index transcript_edits_video on transcript_edits (video_id, id);
create index transcript_edits_editor on transcript_edits (edited_by_id) where edited_by_id is not null;

-- Names that people gave to speakers; an empty key is a recording's speaker that the engine does not distinguish.
create table transcript_speakers (
  video_id uuid not null references transcripts (video_id) on delete cascade,
  key text not null,
  name text not null,
  primary key (video_id, key)
);

-- What is said is found: see docs/decisions/0194-timed-text.md.
create function note_transcript_change() returns trigger language plpgsql as $$
begin
  perform note_search_video_change(new.video_id);
  return null;
end $$;
create trigger search_new_transcript after insert on transcripts for each row
  when (new.words is not null) execute function note_transcript_change();
create trigger search_changed_transcript after update on transcripts for each row
  when (old.revision is distinct from new.revision) execute function note_transcript_change();
