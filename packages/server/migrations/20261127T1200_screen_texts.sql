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

-- A recording was read: everything that plays it is indexed anew.
create function note_search_screen_text() returns trigger language plpgsql as $$
begin
  perform note_search_video_change(new.video_id);
  return null;
end $$;
create trigger search_screen_text after update on screen_texts for each row
  when (new.status = 'done' and old.status <> 'done' and new.line_count > 0)
  execute function note_search_screen_text();

-- Another picture of the same place leaves the plain text as it was.
drop trigger search_changed_tab on text_tabs;
create trigger search_changed_tab after update on text_tabs for each row
  when ((old.title, old.plain_text) is distinct from (new.title, new.plain_text)
    or (new.html ~ '/files/(attachments|images)/' and old.html is distinct from new.html))
  execute function note_search_change();

-- A line that is on the screen for a while; ms of the recording, half-open.
create table screen_text_lines (
  video_id uuid not null references screen_texts (video_id) on delete cascade,
  position integer not null,
  starts_at integer not null,
  ends_at integer not null,
  content text not null,
  primary key (video_id, position)
);
