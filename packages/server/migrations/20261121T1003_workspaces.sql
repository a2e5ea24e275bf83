create table workspaces (
  id uuid primary key,
  short_id text not null unique,
  company_id uuid not null references companies (id) on delete cascade,
  owner_id uuid not null references users (id),
  title text not null,
  description text not null default '',
  visibility text not null check (visibility in ('personal', 'private', 'organization', 'public')),
  -- Tree of { value: article id, items }; see order-tree.ts. Parents are derived from it.
  article_order jsonb not null default '[]',
  order_revision integer not null default 0,
  is_archived boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_activity_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index workspaces_company on workspaces (company_id, created_at desc) where deleted_at is null;
-- One personal workspace per person and company.
create unique index workspaces_personal on workspaces (company_id, owner_id) where visibility = 'personal' and deleted_at is null;
create index workspaces_deleted on workspaces (deleted_at) where deleted_at is not null;

create table workspace_roles (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  role text not null check (role in ('viewer', 'editor', 'admin')),
  created_at timestamptz not null default now(),
  primary key (workspace_id, user_id)
);
create index workspace_roles_user on workspace_roles (user_id);

create table workspace_favorites (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (workspace_id, user_id)
);
create index workspace_favorites_user on workspace_favorites (user_id);
