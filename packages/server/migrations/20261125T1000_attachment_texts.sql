-- The text of attachments, read once per file by the job `read-attachment`; a file never changes.
create table file_texts (
  file_id uuid primary key references files (id) on delete cascade,
  -- 'read', or why there is no text; see server/src/file/text/attachment-text.ts.
  outcome text not null,
  read_at timestamptz not null default now()
);

-- In the size in which texts are indexed.
create table file_text_pieces (
  file_id uuid not null references file_texts (file_id) on delete cascade,
  position integer not null,
  -- From 1: page, slide or sheet; null if the format has none.
  page integer,
  content text not null,
  primary key (file_id, position)
);

-- Entries of attachments belong to the tab that shows them (`part`); `starts_at` is the position of the piece.
alter table search_entries add column file_id uuid references files (id) on delete cascade, add column page integer;
create index search_entries_file on search_entries (file_id) where file_id is not null;
drop index search_entries_source;
create unique index search_entries_source on search_entries (article_id, kind, part, starts_at, file_id)
  nulls not distinct where article_id is not null;

-- A file was read, or a file that was read came to another article.
create function note_search_file_change() returns trigger language plpgsql as $$
begin
  insert into search_changes (article_id)
  select a.id from articles a join file_places p on p.article_id = coalesce(a.original_id, a.id)
  where p.file_id = new.file_id and a.deleted_at is null
    and exists (select from file_text_pieces t where t.file_id = new.file_id);
  perform pg_notify('knowreel_search', '');
  return null;
end $$;
create constraint trigger search_read_file after insert on file_texts deferrable initially deferred
  for each row execute function note_search_file_change();
create trigger search_placed_file after insert on file_places for each row execute function note_search_file_change();

-- Another attachment of the same name leaves the plain text as it was.
drop trigger search_changed_tab on text_tabs;
create trigger search_changed_tab after update on text_tabs for each row
  when ((old.title, old.plain_text) is distinct from (new.title, new.plain_text)
    or (new.html like '%/files/attachments/%' and old.html is distinct from new.html))
  execute function note_search_change();

-- Remembered results have every field of a result.
update search_histories set questions = (
  select coalesce(jsonb_agg('{"attachment": null}'::jsonb || question order by place), '[]')
  from jsonb_array_elements(questions) with ordinality as kept (question, place)
);

-- Words have other stems now: everything is indexed anew.
insert into search_changes (workspace_id) select id from workspaces where deleted_at is null;
insert into search_changes (article_id) select id from articles where deleted_at is null and not is_archived;
