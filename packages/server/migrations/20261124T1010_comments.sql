-- Comments and reactions belong to the row they were made on: an article, or a draft until it is published.
create table comments (
  id uuid primary key,
  article_id uuid not null references articles (id) on delete cascade,
  -- Made by the client; a retry finds what the first try wrote.
  client_id uuid,
  -- The first comment of the thread; replies have one level.
  parent_id uuid references comments (id) on delete cascade,
  author_id uuid references users (id) on delete set null,
  -- HTML of the comment schema, and its words.
  content text not null,
  plain_text text not null,
  quote jsonb,
  -- A moment of a recording, in ms: where it was in its paragraph, and in the recording. All four or none.
  anchor_paragraph_id text,
  anchor_video_id uuid,
  anchor_video_time integer,
  anchor_time integer,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  edited_by_id uuid references users (id) on delete set null,
  resolved_at timestamptz,
  resolved_by_id uuid references users (id) on delete set null,
  check (num_nonnulls(anchor_paragraph_id, anchor_video_id, anchor_video_time, anchor_time) in (0, 4)),
  check (parent_id is null or resolved_at is null)
);
create index comments_article on comments (article_id, created_at, id);
create index comments_parent on comments (parent_id) where parent_id is not null;
create unique index comments_client on comments (author_id, client_id) where client_id is not null;

-- What a comment said before somebody else than its author changed it.
create table comment_edits (
  id uuid primary key,
  comment_id uuid not null references comments (id) on delete cascade,
  content text not null,
  edited_by_id uuid references users (id) on delete set null,
  edited_at timestamptz not null
);
create index comment_edits_comment on comment_edits (comment_id, edited_at);

create table comment_reactions (
  comment_id uuid not null references comments (id) on delete cascade,
  content text not null,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  primary key (comment_id, content, user_id)
);
create index comment_reactions_user on comment_reactions (user_id);

create table article_reactions (
  id uuid primary key,
  article_id uuid not null references articles (id) on delete cascade,
  comment_id uuid references comments (id) on delete cascade,
  client_id uuid,
  author_id uuid references users (id) on delete set null,
  icon text not null,
  anchor_paragraph_id text not null,
  anchor_video_id uuid not null,
  anchor_video_time integer not null,
  anchor_time integer not null,
  created_at timestamptz not null default now()
);
create index article_reactions_article on article_reactions (article_id, created_at, id);
create index article_reactions_comment on article_reactions (comment_id) where comment_id is not null;
create unique index article_reactions_client on article_reactions (author_id, client_id) where client_id is not null;
