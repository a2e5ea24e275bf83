-- Workspaces that post to a channel of Slack. A row is deleted with its workspace.
create table slack_connections (
  workspace_id uuid primary key references workspaces (id) on delete cascade,
  -- Of the organization, if Slack is installed there instead of in one of its teams.
  team_id text not null,
  team_name text not null,
  channel_id text not null,
  channel text not null,
  bot_user_id text,
  -- Token and webhook URL, encrypted for this workspace; null when Slack has revoked them.
  secrets bytea,
  failure text check (failure in ('revoked', 'channel_gone')),
  connected_by_id uuid references users (id) on delete set null,
  connected_at timestamptz not null,
  check (secrets is not null or failure = 'revoked')
);
create index slack_connections_team on slack_connections (team_id);
create index slack_connections_connected_by on slack_connections (connected_by_id);

-- What was posted, so that a repeated job does not post it again.
create table slack_posts (
  publication_id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  posted_at timestamptz not null default now()
);
create index slack_posts_workspace on slack_posts (workspace_id, posted_at);

alter table one_use_tokens drop constraint one_use_tokens_purpose_check;
alter table one_use_tokens add constraint one_use_tokens_purpose_check
  check (purpose in ('log-in', 'reset-password', 'confirm-email', 'ticket', 'oidc', 'extension', 'slack'));
