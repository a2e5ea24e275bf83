-- Sign-in ---------------------------------------------------------------------------------------------------------------

-- Tokens that work once and carry a purpose. Only their hash is kept; the row leaves when it is used.
create table one_use_tokens (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('log-in', 'reset-password', 'confirm-email', 'ticket', 'oidc')),
  user_id uuid references users (id) on delete cascade,
  -- The session that asked, for what ends with it.
  session_id uuid references sessions (id) on delete cascade,
  -- What the purpose needs beside: the address to confirm, the place to go on to, the keys of a sign-in under way.
  payload jsonb not null default '{}',
  -- Wrong second factors given with it.
  failed_attempts integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index one_use_tokens_expiry on one_use_tokens (expires_at);
create index one_use_tokens_user on one_use_tokens (user_id, purpose);

-- A person at a provider of identities, by its unchanging subject and not by the address.
create table user_identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null references users (id) on delete cascade,
  email citext not null,
  created_at timestamptz not null default now(),
  primary key (issuer, subject)
);
create index user_identities_user on user_identities (user_id);

create table two_factors (
  user_id uuid primary key references users (id) on delete cascade,
  -- Encrypted with the secret of the installation.
  secret bytea not null,
  -- Null until a first code has shown that the app of the person has the secret.
  confirmed_at timestamptz,
  -- The last time step whose code was taken: no code works twice.
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);

create table recovery_codes (
  user_id uuid not null references users (id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

alter table users
  add column pending_email citext,
  -- The company last worked in, where the next session opens; sessions themselves leave.
  add column last_company_id uuid references companies (id) on delete set null,
  -- When the person was last deactivated in or removed from a company; tells those left without one from newcomers.
  add column left_company_at timestamptz;

alter table sessions
  add column kind text not null default 'web' check (kind in ('web', 'extension', 'admin')),
  add column address inet;

-- Companies and their people --------------------------------------------------------------------------------------------

alter table companies
  -- As the payment provider says; null without a subscription.
  add column subscription_status text check (subscription_status in ('active', 'trialing', 'past_due', 'paused', 'canceled')),
  add column subscription_id text;

create table invitations (
  id uuid primary key,
  company_id uuid not null references companies (id) on delete cascade,
  email citext not null,
  first_name text not null,
  last_name text not null,
  role text not null check (role in ('user', 'moderator', 'admin')),
  -- SHA-256 of the token in the invitation's address.
  token_hash bytea not null unique,
  invited_by uuid references users (id) on delete set null,
  -- The address of the invitation was in no other place than the mail, so whoever has it reads that mailbox.
  proves_email boolean not null default false,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  unique (company_id, email)
);
create index invitations_email on invitations (email);
create index invitations_expiry on invitations (expires_at);

-- One row each time somebody invites, for the limit an hour; older ones leave with the next.
create table invitation_sends (
  company_id uuid not null references companies (id) on delete cascade,
  sent_at timestamptz not null default now()
);
create index invitation_sends_company on invitation_sends (company_id, sent_at);

-- Groups ----------------------------------------------------------------------------------------------------------------

create table groups (
  id uuid primary key,
  short_id text not null unique,
  company_id uuid not null references companies (id) on delete cascade,
  title text not null,
  created_at timestamptz not null default now()
);
create index groups_company on groups (company_id, created_at desc);

create table group_members (
  group_id uuid not null references groups (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (group_id, user_id)
);
create index group_members_user on group_members (user_id);

-- Becomes membership when a person with this address joins the company.
create table group_invited_emails (
  group_id uuid not null references groups (id) on delete cascade,
  email citext not null,
  created_at timestamptz not null default now(),
  primary key (group_id, email)
);
create index group_invited_emails_email on group_invited_emails (email);

-- Workspaces ------------------------------------------------------------------------------------------------------------

create table workspace_group_roles (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  group_id uuid not null references groups (id) on delete cascade,
  role text not null check (role in ('viewer', 'editor', 'admin')),
  created_at timestamptz not null default now(),
  -- With the role, so that the rank of a person comes from the index alone.
  primary key (workspace_id, group_id) include (role)
);
create index workspace_group_roles_group on workspace_group_roles (group_id);

-- Becomes a role when a person with this address joins the company.
create table workspace_invited_roles (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  email citext not null,
  role text not null check (role in ('viewer', 'editor', 'admin')),
  created_at timestamptz not null default now(),
  primary key (workspace_id, email)
);
create index workspace_invited_roles_email on workspace_invited_roles (email);
