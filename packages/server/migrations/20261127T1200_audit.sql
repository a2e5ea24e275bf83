-- What happened that somebody may have to answer for. Entries name people and things as they were called then and refer to
-- no other table, so that they outlive everything they are about. A year long nothing can change or delete one.
create table audit_entries (
  -- uuid v7: entries are in the order of their ids.
  id uuid primary key,
  occurred_at timestamptz not null default now(),
  action text not null,
  company_id uuid,
  company_title text,
  -- Null for the installation itself.
  user_id uuid,
  user_name text,
  -- Who was logged in as the user.
  operator_id uuid,
  operator_name text,
  subject_kind text,
  subject_id text,
  subject_title text,
  before jsonb not null default '{}',
  details jsonb not null default '{}',
  address inet,
  device text,
  searched text generated always as (
    lower(coalesce(user_name, '') || ' ' || coalesce(operator_name, '') || ' ' || coalesce(subject_title, '') || ' '
      || coalesce(company_title, ''))
  ) stored
);
create index audit_entries_company on audit_entries (company_id, id desc);
create index audit_entries_action on audit_entries (action, id desc);
create index audit_entries_user on audit_entries (user_id, id desc);
create index audit_entries_age on audit_entries (occurred_at);
create index audit_entries_searched on audit_entries using gin (searched gin_trgm_ops);

create function keep_audit_entries() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.occurred_at < now() - interval '1 year' then return old; end if;
  end if;
  raise exception 'an audit entry is kept unchanged for a year';
end $$;
create trigger keep_audit_entries before update or delete on audit_entries
  for each row execute function keep_audit_entries();
create trigger keep_all_audit_entries before truncate on audit_entries
  for each statement execute function keep_audit_entries();

-- The operator of a session in which they are logged in as someone else.
alter table sessions add column operator_id uuid references users (id) on delete cascade;
alter table sessions add constraint sessions_operator check ((kind = 'admin') = (operator_id is not null)) not valid;
create index sessions_operator on sessions (operator_id) where operator_id is not null;
-- Ending all sessions of a company that is removed.
create index sessions_company on sessions (company_id);

-- Who maintains the installation: `owner` counts like `admin`.
alter table users add column global_role text check (global_role in ('admin', 'owner'));
update users set global_role = 'admin' where is_super_admin;

-- The back office ----------------------------------------------------------------------------------------------------------

create index companies_created on companies (created_at desc, id desc);
create index users_created on users (created_at);
create index workspaces_created on workspaces (created_at);
create index videos_created on videos (created_at);

-- What rows do not tell later: done jobs leave the queue after a week, and files come and go.
create table installation_days (
  day date primary key,
  jobs integer not null,
  -- Bytes at the end of the day.
  storage bigint not null
);

-- The payment provider's customer, which we create for the company.
alter table companies add column customer_id text;
create unique index companies_customer on companies (customer_id) where customer_id is not null;

-- A company on its way out: unreachable, while a job deletes what is in it. The row is the last thing to go.
alter table companies add column removed_at timestamptz;
create index companies_removed on companies (removed_at) where removed_at is not null;
