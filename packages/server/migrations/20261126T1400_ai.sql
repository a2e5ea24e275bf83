-- Model and budget of a company. The key is sealed with a key derived from the secret of the installation.
create table ai_settings (
  company_id uuid primary key references companies (id) on delete cascade,
  base_url text not null default '',
  model text not null default '',
  image_model text not null default '',
  api_key bytea,
  key_ending text,
  monthly_tokens bigint,
  monthly_cost double precision,
  input_price double precision,
  output_price double precision,
  image_price double precision,
  updated_at timestamptz not null default now()
);

-- One row per request to a model, inserted before it is sent, so that one that never ends is counted too.
create table ai_usages (
  id uuid primary key,
  company_id uuid not null references companies (id) on delete cascade,
  user_id uuid references users (id) on delete set null,
  kind text not null,
  model text not null,
  input_tokens bigint not null default 0,
  output_tokens bigint not null default 0,
  images int not null default 0,
  cost double precision,
  is_estimated boolean not null default true,
  outcome text not null default 'running',
  duration_ms int,
  created_at timestamptz not null default now()
);
create index ai_usages_month on ai_usages (company_id, created_at);
create index ai_usages_user on ai_usages (user_id);

-- Answers, without their text: what was cited, and how it was rated.
create table ai_answers (
  id uuid primary key,
  company_id uuid not null references companies (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  kind text not null,
  articles uuid[] not null,
  is_good boolean,
  created_at timestamptz not null default now()
);
create index ai_answers_company on ai_answers (company_id, created_at);
create index ai_answers_user on ai_answers (user_id);
