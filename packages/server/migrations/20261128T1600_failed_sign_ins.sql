-- Failed sign-ins are counted per account and hour before another entry is added.
create index audit_entries_failed_sign_ins on audit_entries (user_id, occurred_at) where action = 'sign_in_failed';

-- Also for connections that turn off ordinary triggers by session_replication_role.
alter table audit_entries enable always trigger keep_audit_entries;
alter table audit_entries enable always trigger keep_all_audit_entries;
