-- Meetings that the bot records. One row for a meeting of a company at a time, however many members have it; of a series
-- only the next occurrence is upcoming.
create table meetings (
  id uuid primary key,
  company_id uuid not null references companies (id) on delete cascade,
  -- The recording becomes a draft of this person.
  organizer_id uuid not null references users (id) on delete cascade,
  -- Null, or deleted since: the personal workspace of the organizer.
  workspace_id uuid references workspaces (id) on delete set null,
  title text not null default '',
  platform text not null check (platform in ('jitsi', 'meet', 'teams', 'zoom')),
  url text not null,
  -- Equal for two links to the same meeting.
  meeting_key text not null,
  start_at timestamptz not null,
  -- The RRULE of the series.
  recurrence text,
  phase text not null default 'scheduled' check (phase in ('scheduled', 'joining', 'waiting', 'inCall', 'recording',
    'uploading', 'transcribing', 'drafting', 'finished', 'failed', 'noShow')),
  -- Upcoming, being processed, over: how lists are sorted.
  status_order smallint not null generated always as (
    case when phase = 'scheduled' then 0 when phase in ('finished', 'failed', 'noShow') then 2 else 1 end) stored,
  attempt integer not null default 0,
  -- When the bot is due: the start, or when it was sent again.
  due_at timestamptz not null,
  phase_since timestamptz not null default now(),
  deadline_at timestamptz,
  -- { "code": text, "facts": object } of a meeting that failed or to which nobody came.
  failure jsonb,
  -- Percent of the current phase.
  progress smallint not null default 0,
  article_id uuid references articles (id) on delete set null,
  video_id uuid references videos (id) on delete set null,
  created_at timestamptz not null default now()
);
create index meetings_listed on meetings (company_id, status_order, start_at, id);
create index meetings_organizer on meetings (organizer_id, company_id, status_order);
create index meetings_workspace on meetings (workspace_id) where workspace_id is not null;
create index meetings_title on meetings using gin (lower(title) gin_trgm_ops);
create index meetings_key on meetings (company_id, meeting_key, start_at);
create index meetings_due on meetings (due_at) where phase = 'scheduled';
create index meetings_deadline on meetings (deadline_at) where deadline_at is not null;
create index meetings_article on meetings (article_id) where article_id is not null;
create index meetings_video on meetings (video_id) where video_id is not null;

-- The members who have a meeting, its organizer among them.
create table meeting_owners (
  meeting_id uuid not null references meetings (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (meeting_id, user_id)
);
create index meeting_owners_user on meeting_owners (user_id, meeting_id);

-- How the bot records: a person's default, or the settings of one meeting.
create table bot_configs (
  id uuid primary key,
  user_id uuid references users (id) on delete cascade,
  meeting_id uuid references meetings (id) on delete cascade,
  company_id uuid not null references companies (id) on delete cascade,
  workspace_id uuid references workspaces (id) on delete set null,
  name text not null,
  notes_auto_generation text not null,
  custom_prompt text not null,
  paragraphs_auto_generation text not null check (paragraphs_auto_generation in ('manually', 'automatically')),
  updated_at timestamptz not null default now(),
  check (num_nonnulls(user_id, meeting_id) = 1)
);
create unique index bot_configs_user on bot_configs (user_id) where user_id is not null;
create unique index bot_configs_meeting on bot_configs (meeting_id) where meeting_id is not null;
create index bot_configs_company on bot_configs (company_id);
create index bot_configs_workspace on bot_configs (workspace_id) where workspace_id is not null;

create table company_meeting_settings (
  company_id uuid primary key references companies (id) on delete cascade,
  retention_days integer,
  -- What people without settings of their own get: { name, notesAutoGeneration, customPrompt, paragraphsAutoGeneration }.
  bot jsonb
);
