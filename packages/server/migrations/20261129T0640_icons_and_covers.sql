-- The icon of an article is one emoji. Its cover is a picture of the article or one that the page draws (0318).
alter table articles add column icon text, add column cover jsonb;

-- The tree shows icons, so a change of one is a change of the tree (0313).
create or replace function note_tree_change() returns trigger language plpgsql as $$
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
          select -1 as change, id, workspace_id, short_id, slug, title, icon, duration, is_archived, has_text, is_first_tab_filled, updated_at
          from before where is_in_tree(published_at, deleted_at)
          except
          select -1, id, workspace_id, short_id, slug, title, icon, duration, is_archived, has_text, is_first_tab_filled, updated_at
          from after where is_in_tree(published_at, deleted_at)
        )
        union all
        (
          select 1, id, workspace_id, short_id, slug, title, icon, duration, is_archived, has_text, is_first_tab_filled, updated_at
          from after where is_in_tree(published_at, deleted_at)
          except
          select 1, id, workspace_id, short_id, slug, title, icon, duration, is_archived, has_text, is_first_tab_filled, updated_at
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
