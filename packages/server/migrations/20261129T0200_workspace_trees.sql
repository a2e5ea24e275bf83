-- Lists and trees show which articles have text; they must not look at each text for it (0313).
alter table articles
  add column has_text boolean not null default false,
  -- The article can be exported as PDF.
  add column is_first_tab_filled boolean not null default false;

create function find_text_of_articles() returns trigger language plpgsql as $$
begin
  update articles a set has_text = found.has_text, is_first_tab_filled = found.is_first_tab_filled
  from (
    select c.article_id, coalesce(bool_or(t.has_text), false) as has_text,
      coalesce((array_agg(t.has_text order by t.position))[1], false) as is_first_tab_filled
    from (select distinct article_id from changed) c
    left join text_tabs t on t.article_id = c.article_id
    group by c.article_id
  ) found
  where a.id = found.article_id
    and (a.has_text, a.is_first_tab_filled) is distinct from (found.has_text, found.is_first_tab_filled);
  return null;
end $$;
create trigger text_of_new_tabs after insert on text_tabs referencing new table as changed
  for each statement execute function find_text_of_articles();
create trigger text_of_changed_tabs after update on text_tabs referencing new table as changed
  for each statement execute function find_text_of_articles();
create trigger text_of_removed_tabs after delete on text_tabs referencing old table as changed
  for each statement execute function find_text_of_articles();

update articles a set has_text = found.has_text, is_first_tab_filled = found.is_first_tab_filled
from (
  select article_id, bool_or(has_text) as has_text, (array_agg(has_text order by position))[1] as is_first_tab_filled
  from text_tabs group by article_id
) found
where a.id = found.article_id and found.has_text;

-- What is derived from the published articles of a workspace and their order. A transaction that changes these holds the lock of
-- the workspace, except purges, so the rows add no waiting.
create table workspace_trees (
  workspace_id uuid primary key references workspaces (id) on delete cascade,
  -- Increases with every change of what the tree shows.
  revision bigint not null,
  -- Published and not archived.
  articles integer not null
);

-- Microseconds, so that an installation that was restored from a backup never uses a revision again.
create function next_tree_revision(former bigint) returns bigint language sql volatile
  return greatest(former + 1, (extract(epoch from clock_timestamp()) * 1000000)::bigint);

create function is_in_tree(published_at timestamptz, deleted_at timestamptz) returns boolean language sql immutable
  return published_at is not null and deleted_at is null;
create function count_in_tree(published_at timestamptz, deleted_at timestamptz, is_archived boolean) returns integer
  language sql immutable return (published_at is not null and deleted_at is null and not is_archived)::integer;

create function note_tree_change() returns trigger language plpgsql as $$
declare
  workspace_ids uuid[];
  counts bigint[];
begin
  if tg_op = 'INSERT' then
    select array_agg(workspace_id), array_agg(articles) into workspace_ids, counts from (
      select workspace_id, sum(count_in_tree(published_at, deleted_at, is_archived)) as articles
      from after where is_in_tree(published_at, deleted_at) group by workspace_id
    ) changed;
  elsif tg_op = 'DELETE' then
    select array_agg(workspace_id), array_agg(articles) into workspace_ids, counts from (
      select workspace_id, -sum(count_in_tree(published_at, deleted_at, is_archived)) as articles
      from before where is_in_tree(published_at, deleted_at) group by workspace_id
    ) changed;
  else
    -- No join of the two: its plan would be made for the first update of the session, which changes one article.
    select array_agg(workspace_id), array_agg(articles) into workspace_ids, counts from (
      select workspace_id, sum(change * (not is_archived)::integer) as articles from (
        (
          select -1 as change, id, workspace_id, short_id, slug, title, duration, is_archived, has_text, is_first_tab_filled, updated_at
          from before where is_in_tree(published_at, deleted_at)
          except
          select -1, id, workspace_id, short_id, slug, title, duration, is_archived, has_text, is_first_tab_filled, updated_at
          from after where is_in_tree(published_at, deleted_at)
        )
        union all
        (
          select 1, id, workspace_id, short_id, slug, title, duration, is_archived, has_text, is_first_tab_filled, updated_at
          from after where is_in_tree(published_at, deleted_at)
          except
          select 1, id, workspace_id, short_id, slug, title, duration, is_archived, has_text, is_first_tab_filled, updated_at
          from before where is_in_tree(published_at, deleted_at)
        )
      ) part
      group by workspace_id
    ) changed;
  end if;
  if workspace_ids is null then
    return null;
  end if;
  insert into workspace_trees as t (workspace_id, revision, articles)
  select changed.id, next_tree_revision(0), changed.articles
  from unnest(workspace_ids, counts) as changed (id, articles)
  -- A workspace may be removed together with its articles.
  where exists (select from workspaces w where w.id = changed.id)
  order by changed.id
  on conflict (workspace_id) do update
    set revision = next_tree_revision(t.revision), articles = t.articles + excluded.articles;
  return null;
end $$;
create trigger tree_of_new_articles after insert on articles referencing new table as after
  for each statement execute function note_tree_change();
create trigger tree_of_changed_articles after update on articles referencing old table as before new table as after
  for each statement execute function note_tree_change();
create trigger tree_of_removed_articles after delete on articles referencing old table as before
  for each statement execute function note_tree_change();

create function note_order_change() returns trigger language plpgsql as $$
begin
  insert into workspace_trees as t (workspace_id, revision, articles) values (new.id, next_tree_revision(0), 0)
  on conflict (workspace_id) do update set revision = next_tree_revision(t.revision);
  return null;
end $$;
create trigger tree_of_changed_order after update of article_order, order_revision on workspaces
  for each row execute function note_order_change();

insert into workspace_trees (workspace_id, revision, articles)
select workspace_id, next_tree_revision(0), sum(count_in_tree(published_at, deleted_at, is_archived))
from articles where is_in_tree(published_at, deleted_at) and workspace_id is not null
group by workspace_id;
