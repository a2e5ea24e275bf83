-- The calendar of a person in iCal format, and which of its meetings the bot joins.
create table calendar_feeds (
  user_id uuid primary key references users (id) on delete cascade,
  -- Where it was connected: its meetings belong there unless the person's settings say otherwise.
  company_id uuid not null references companies (id) on delete cascade,
  -- Whoever knows the address reads the calendar, so it is sealed.
  url bytea not null,
  host text not null,
  selection text not null default 'none' check (selection in ('all', 'mine', 'none')),
  etag text,
  read_at timestamptz,
  next_check_at timestamptz not null default now(),
  failures integer not null default 0,
  error text check (error in ('unreachable', 'unreadable')),
  created_at timestamptz not null default now()
);
create index calendar_feeds_due on calendar_feeds (next_check_at);
create index calendar_feeds_company on calendar_feeds (company_id);

-- Events with a link to a meeting, of a feed or an invitation, with the occurrences of the next year.
create table calendar_events (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  company_id uuid not null references companies (id) on delete cascade,
  origin text not null check (origin in ('feed', 'mail')),
  uid text not null,
  sequence integer not null,
  title text not null,
  organizer text,
  -- [{ "email": text, "name": text | null }]
  attendees jsonb not null default '[]',
  platform text not null check (platform in ('jitsi', 'meet', 'teams', 'zoom')),
  url text not null,
  meeting_key text not null,
  recurrence text,
  -- [{ "at": ms, "startAt": ms, "title"?: text, "link"?: object }], by time.
  occurrences jsonb not null,
  next_at timestamptz,
  last_at timestamptz,
  -- The text of an invitation.
  source text,
  -- Null: as the feed says; invitations are wanted.
  is_selected boolean,
  -- Occurrences that the person deleted, in ms.
  skipped jsonb not null default '[]',
  updated_at timestamptz not null default now(),
  unique (user_id, origin, uid)
);
create index calendar_events_offered on calendar_events (user_id, next_at);
create index calendar_events_company on calendar_events (company_id);

-- The event because of which a member has a meeting.
alter table meeting_owners add column event_id uuid references calendar_events (id) on delete set null;
alter table meeting_owners add column occurrence_at timestamptz;
create index meeting_owners_event on meeting_owners (event_id) where event_id is not null;
