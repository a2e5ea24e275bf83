-- What people can find: one row per title, tag, paragraph and piece of text. Written by server/src/search/index.
-- The rows decide nothing about access: every search checks articles and workspaces as they are now.
create table search_entries (
  id bigint generated always as identity primary key,
  -- A category of the search result.
  kind text not null check (kind in ('workspace', 'article', 'draft', 'paragraph', 'tag',
    'articleNotes', 'draftNotes', 'articleVideo', 'draftVideo')),
  is_title boolean not null generated always as
    (kind in ('workspace', 'article', 'draft', 'paragraph', 'tag')) stored,
  company_id uuid not null references companies (id) on delete cascade,
  workspace_id uuid references workspaces (id) on delete cascade,
  -- Null for a workspace.
  article_id uuid references articles (id) on delete cascade,
  -- The part of the article: id of a tab or paragraph, or a tag; empty for the whole.
  part text not null default '',
  -- Of a paragraph, for its URL.
  slug text not null default '',
  -- Where the text starts: characters from the beginning of the tab, or milliseconds of the article.
  starts_at integer not null default 0,
  -- The title, tag or text itself.
  content text not null,
  -- Titles in the form in which they are compared; empty for texts.
  folded text not null default '',
  terms tsvector not null,
  -- Of what the terms are made of.
  hash text not null,
  -- Of the article; newer results come first.
  changed_at timestamptz not null
);
create unique index search_entries_source on search_entries (article_id, kind, part, starts_at) where article_id is not null;
create unique index search_entries_workspace on search_entries (workspace_id) where article_id is null;
create index search_entries_title_terms on search_entries using gin (terms) where is_title;
create index search_entries_text_terms on search_entries using gin (terms) where not is_title;
create index search_entries_folded on search_entries (company_id, folded text_pattern_ops) where is_title;
create index search_entries_similar on search_entries using gin (folded gin_trgm_ops) where is_title;
create index search_entries_newest on search_entries (company_id, kind, changed_at desc);
-- Only the number of rows is of use, and reading texts is slow.
alter table search_entries alter column terms set statistics 0, alter column content set statistics 0;

-- In how many texts a term is; terms that are in one only are left out. Renewed by the indexer.
create table search_terms (
  term text primary key,
  entries integer not null
);

-- What has changed since it was indexed, written by the triggers below in the transaction of the change.
create table search_changes (
  id bigint generated always as identity primary key,
  article_id uuid,
  workspace_id uuid
);

create function note_search_change() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'workspaces' then
    insert into search_changes (workspace_id) values (new.id);
  elsif tg_table_name = 'articles' then
    insert into search_changes (article_id) values (new.id);
  elsif tg_op = 'DELETE' then
    insert into search_changes (article_id) values (old.article_id);
  else
    insert into search_changes (article_id) values (new.article_id);
  end if;
  perform pg_notify('knowreel_search', '');
  return null;
end $$;

create trigger search_new_article after insert on articles for each row execute function note_search_change();
create trigger search_changed_article after update on articles for each row
  when ((old.title, old.tags, old.paragraphs, old.workspace_id, old.company_id, old.published_at, old.is_archived,
      old.deleted_at, old.updated_at)
    is distinct from
    (new.title, new.tags, new.paragraphs, new.workspace_id, new.company_id, new.published_at, new.is_archived,
      new.deleted_at, new.updated_at))
  execute function note_search_change();
create trigger search_new_tab after insert or delete on text_tabs for each row execute function note_search_change();
create trigger search_changed_tab after update on text_tabs for each row
  when ((old.title, old.plain_text) is distinct from (new.title, new.plain_text))
  execute function note_search_change();
create trigger search_new_workspace after insert on workspaces for each row execute function note_search_change();
create trigger search_changed_workspace after update on workspaces for each row
  when ((old.title, old.description, old.deleted_at, old.updated_at)
    is distinct from (new.title, new.description, new.deleted_at, new.updated_at))
  execute function note_search_change();

-- Everything that exists is indexed at the first start.
insert into search_changes (workspace_id) select id from workspaces where deleted_at is null;
insert into search_changes (article_id) select id from articles where deleted_at is null and not is_archived;

-- What a person opened from the search or asked, newest first.
create table search_histories (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  company_id uuid not null references companies (id) on delete cascade,
  questions jsonb not null default '[]',
  unique (user_id, company_id)
);
