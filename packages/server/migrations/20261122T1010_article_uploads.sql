-- A draft whose recording is on its way: from the moment the draft is made until the first playable file exists and became
-- its first paragraph. It cannot be published meanwhile.
alter table articles add column is_not_uploaded_video boolean not null default false;

-- What accepting the upload gave; null until then. Kept afterwards: it tells where the recording came from.
alter table articles add column accept_session_id uuid references videos (id) on delete set null;
create index articles_accept_session on articles (accept_session_id) where accept_session_id is not null;
