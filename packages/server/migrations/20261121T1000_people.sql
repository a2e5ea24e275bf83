create extension if not exists citext;
create extension if not exists pg_trgm;
create extension if not exists unaccent;

create table users (
  id uuid primary key,
  email citext not null unique,
  password_hash text,
  first_name text not null,
  last_name text not null,
  job_title text,
  birth_day date,
  -- Key of the picture in file storage.
  profile_image text,
  is_super_admin boolean not null default false,
  email_confirmed_at timestamptz,
  last_logged_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table companies (
  id uuid primary key,
  title text not null,
  slug citext not null unique,
  logo text,
  owner_id uuid not null references users (id),
  is_activated boolean not null default true,
  is_billing boolean not null default false,
  is_ai_enabled boolean not null default false,
  created_at timestamptz not null default now()
);
create index companies_owner on companies (owner_id);

create table company_members (
  company_id uuid not null references companies (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  role text not null check (role in ('user', 'moderator', 'admin', 'owner')),
  status text not null default 'active' check (status in ('active', 'deactivated', 'invited')),
  created_at timestamptz not null default now(),
  primary key (company_id, user_id)
);
create index company_members_user on company_members (user_id);

create table sessions (
  id uuid primary key,
  -- SHA-256 of the token: whoever reads this table cannot sign in with it.
  token_hash bytea not null unique,
  user_id uuid not null references users (id) on delete cascade,
  company_id uuid references companies (id) on delete set null,
  user_agent text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);
