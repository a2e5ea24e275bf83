-- The last mail about each article to each person: another within ten minutes is not sent, nor one of an earlier publish.
create table publish_mails (
  article_id uuid not null references articles (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  -- Ids of publishes rise with time.
  publication_id uuid not null,
  sent_at timestamptz not null default now(),
  primary key (article_id, user_id)
);
create index publish_mails_user on publish_mails (user_id);
