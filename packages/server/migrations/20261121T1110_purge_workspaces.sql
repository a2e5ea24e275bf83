-- A workspace is removed for good when its articles are; a draft that was to be published there outlives it.
alter table articles drop constraint articles_workspace_id_fkey;
alter table articles
  add constraint articles_workspace_id_fkey foreign key (workspace_id) references workspaces (id) on delete set null;
