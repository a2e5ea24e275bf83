-- What people are told. One row for what happened to one article, of one type, within ten minutes; what it was stands in
-- its items. Whether the person still sees the article is asked whenever it is read, never kept.
create table notifications (
  id uuid primary key,
  company_id uuid not null references companies (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  type text not null check (type in ('article_mention', 'article_publish', 'comment_mention', 'article_shared')),
  -- The row it is about: of a draft too, whose notifications go to its article once it is published.
  article_id uuid not null references articles (id) on delete cascade,
  -- The ten minutes count from here.
  began_at timestamptz not null,
  -- The last of its items.
  told_at timestamptz not null,
  -- Of the transaction that changed it, whatever clock the rest was given: what `?t` asks.
  changed_at timestamptz not null default now(),
  read_at timestamptz
);
create index notifications_user on notifications (user_id, company_id, told_at desc);
create index notifications_article on notifications (article_id, type, user_id, began_at desc);
create index notifications_told on notifications (told_at);

-- Mails about them: which person was sent how many of which article and when, is read from here. Without article: a digest.
create table notification_mails (
  id uuid primary key,
  company_id uuid not null references companies (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  article_id uuid references articles (id) on delete cascade,
  made_at timestamptz not null,
  sent_at timestamptz
);
create index notification_mails_user on notification_mails (user_id, article_id, made_at desc);
create index notification_mails_article on notification_mails (article_id);
create index notification_mails_made on notification_mails (made_at);

create table notification_items (
  notification_id uuid not null references notifications (id) on delete cascade,
  -- The comment, publish or share. Ids of publishes rise with time.
  event_id uuid not null,
  by_id uuid references users (id) on delete set null,
  reason text check (reason in ('mention', 'reply', 'follow')),
  -- The beginning of the comment.
  excerpt text,
  told_at timestamptz not null,
  -- How it is to be mailed and not before when; no time once it is in a mail, or where none is wanted.
  mail text check (mail in ('instant', 'daily')),
  mail_due_at timestamptz,
  mail_id uuid references notification_mails (id) on delete set null,
  primary key (notification_id, event_id)
);
create index notification_items_event on notification_items (event_id);
create index notification_items_due on notification_items (mail_due_at) where mail_due_at is not null;
create index notification_items_mail on notification_items (mail_id) where mail_id is not null;

-- Of who has chosen something; the rest get everything at once.
create table notification_settings (
  user_id uuid not null references users (id) on delete cascade,
  company_id uuid not null references companies (id) on delete cascade,
  mentions text not null default 'instant' check (mentions in ('instant', 'daily', 'never')),
  comments text not null default 'instant' check (comments in ('instant', 'daily', 'never')),
  publishes text not null default 'instant' check (publishes in ('instant', 'daily', 'never')),
  shares text not null default 'instant' check (shares in ('instant', 'daily', 'never')),
  -- A name that this database knows; null: UTC.
  time_zone text,
  primary key (user_id, company_id)
);

create table article_follows (
  user_id uuid not null references users (id) on delete cascade,
  -- Of the article, never of a draft of it.
  article_id uuid not null references articles (id) on delete cascade,
  state text check (state in ('followed', 'muted')),
  -- Ended by the link in a mail.
  is_mail_off boolean not null default false,
  primary key (user_id, article_id)
);
create index article_follows_article on article_follows (article_id);

create table workspace_follows (
  user_id uuid not null references users (id) on delete cascade,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  state text not null check (state in ('followed', 'muted')),
  primary key (user_id, workspace_id)
);
create index workspace_follows_workspace on workspace_follows (workspace_id);

-- One mechanism makes notifications and their mails.
drop table publish_mails;
