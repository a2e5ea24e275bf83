-- Whether the workspace was created together with its company.
alter table workspaces add column is_initial boolean not null default false;
