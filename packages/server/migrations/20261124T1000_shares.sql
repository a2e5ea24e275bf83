-- People and groups an article is shared with by name, and its links. Drafts are never shared.
create table article_shares (
  id uuid primary key,
  article_id uuid not null references articles (id) on delete cascade,
  -- One of the three. An address becomes a person when somebody with it joins the company.
  user_id uuid references users (id) on delete cascade,
  group_id uuid references groups (id) on delete cascade,
  email citext,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  check (num_nonnulls(user_id, group_id, email) = 1)
);
create unique index article_shares_user on article_shares (user_id, article_id) where user_id is not null;
create unique index article_shares_group on article_shares (group_id, article_id) where group_id is not null;
create unique index article_shares_email on article_shares (email, article_id) where email is not null;
create index article_shares_article on article_shares (article_id, created_at);

create table article_links (
  article_id uuid not null references articles (id) on delete cascade,
  kind text not null check (kind in ('public', 'private')),
  -- 32 random characters. Kept as they are, since whoever may share reads them again and again.
  token text not null unique,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  -- argon2id.
  password_hash text,
  -- Changes with the password, so that whoever knew the former one has to ask again.
  password_changed_at timestamptz,
  is_with_sub_articles boolean not null default false,
  last_used_at timestamptz,
  uses integer not null default 0,
  primary key (article_id, kind)
);

-- No public link opens, and none is made, while one of these is on. What was made stays, for the day it is off again.
alter table workspaces add column is_sharing_off boolean not null default false;
alter table companies add column is_sharing_off boolean not null default false;
