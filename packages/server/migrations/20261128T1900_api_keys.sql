-- Keys with which programs act for one person in one company. Leaving the company removes them.
create table api_keys (
  id uuid primary key,
  -- SHA-256 of the key: whoever reads this table cannot use it.
  token_hash bytea not null unique,
  user_id uuid not null references users (id) on delete cascade,
  company_id uuid not null,
  name text not null,
  last_four text not null,
  scope text not null check (scope in ('read', 'write', 'admin')),
  -- Null: all that the person sees.
  workspace_ids uuid[],
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  -- Null: never.
  expires_at timestamptz,
  foreign key (company_id, user_id) references company_members (company_id, user_id) on delete cascade
);
create index api_keys_member on api_keys (company_id, user_id);
create index api_keys_user on api_keys (user_id);

alter table companies add column are_api_keys_off boolean not null default false;
