-- no transaction
-- Foreign keys whose rows were found by reading the whole table when a company, a workspace, an article or a session is
-- deleted (0297).
create index concurrently if not exists articles_company on articles (company_id);
create index concurrently if not exists articles_workspace on articles (workspace_id) where workspace_id is not null;
create index concurrently if not exists articles_original on articles (original_id) where original_id is not null;
create index concurrently if not exists notifications_company on notifications (company_id);
create index concurrently if not exists notification_mails_company on notification_mails (company_id);
create index concurrently if not exists notification_settings_company on notification_settings (company_id);
create index concurrently if not exists one_use_tokens_session on one_use_tokens (session_id) where session_id is not null;
create index concurrently if not exists search_entries_of_workspace on search_entries (workspace_id) where workspace_id is not null;
create index concurrently if not exists search_histories_company on search_histories (company_id);
create index concurrently if not exists transfer_jobs_company on transfer_jobs (company_id);
create index concurrently if not exists users_last_company on users (last_company_id) where last_company_id is not null;
create index concurrently if not exists video_parts_company on video_parts (company_id);
create index concurrently if not exists workspaces_of_company on workspaces (company_id);
