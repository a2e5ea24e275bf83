-- The words of a recording in another language, for captions. `revision` is that of the transcript they were made from.
create table transcript_translations (
  video_id uuid not null references videos (id) on delete cascade,
  language text not null,
  words jsonb not null,
  revision int not null,
  created_at timestamptz not null default now(),
  primary key (video_id, language)
);
