-- The bot of a meeting, and the upload of its recording.
alter table meetings add column heartbeat_at timestamptz;
-- The first part of the upload: with those that follow it, what is stored of a recording whose bot died.
alter table meetings add column first_part_id uuid;
alter table meetings add column recording_mime text;
create index meetings_heartbeat on meetings (heartbeat_at) where heartbeat_at is not null;

-- What the bot saw in the call.
create table meeting_records (
  meeting_id uuid primary key references meetings (id) on delete cascade,
  -- [{ "name": text, "from": ms, "to": ms }], since 1970, in the order of coming.
  participants jsonb not null default '[]',
  -- [{ "at": ms, "name": text | null }], since the recording began: who speaks from then on, as the service reported it.
  speakers jsonb not null default '[]'
);
