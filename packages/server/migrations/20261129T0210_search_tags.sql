-- How often each tag is used, so that the most used ones are found without counting articles (0313). Written from the
-- entries of the index by the same transactions; like them, the rows only propose tags.
create table search_tags (
  company_id uuid not null references companies (id) on delete cascade,
  -- The tag in the form in which spellings are compared, and in which it is searched.
  part text not null,
  folded text not null,
  primary key (company_id, part, folded)
);

create table search_tag_uses (
  company_id uuid not null references companies (id) on delete cascade,
  part text not null,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  -- A spelling of the tag, and since when there is an article with it.
  content text not null,
  since timestamptz not null,
  articles integer not null,
  primary key (company_id, part, workspace_id, content)
);
create index search_tag_uses_workspace on search_tag_uses (workspace_id);

create function count_tag_uses() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update search_tag_uses u set articles = u.articles - gone.articles
    from (
      select company_id, part, workspace_id, content, count(*) as articles from before
      where kind = 'tag' group by company_id, part, workspace_id, content
    ) gone
    where (u.company_id, u.part, u.workspace_id, u.content) = (gone.company_id, gone.part, gone.workspace_id, gone.content);
  end if;
  if tg_op <> 'DELETE' then
    insert into search_tags (company_id, part, folded)
    select distinct company_id, part, folded from after
    where kind = 'tag' and exists (select from companies c where c.id = company_id)
    on conflict do nothing;
    insert into search_tag_uses as u (company_id, part, workspace_id, content, since, articles)
    select e.company_id, e.part, e.workspace_id, e.content, min(a.created_at), count(*)
    from after e
    join articles a on a.id = e.article_id
    join workspaces w on w.id = e.workspace_id
    where e.kind = 'tag'
    group by e.company_id, e.part, e.workspace_id, e.content
    on conflict (company_id, part, workspace_id, content)
      do update set since = least(u.since, excluded.since), articles = u.articles + excluded.articles;
  end if;
  if tg_op <> 'INSERT' then
    delete from search_tag_uses u using before b
    where b.kind = 'tag' and u.company_id = b.company_id and u.part = b.part and u.articles <= 0;
    delete from search_tags t using before b
    where b.kind = 'tag' and t.company_id = b.company_id and t.part = b.part
      and not exists (select from search_tag_uses u where u.company_id = t.company_id and u.part = t.part);
  end if;
  return null;
end $$;
-- They fire after those that lock the version of the company's index, so that no two transactions count at the same time.
create trigger search_new_tags after insert on search_entries referencing new table as after
  for each statement execute function count_tag_uses();
create trigger search_changed_tags after update on search_entries referencing old table as before new table as after
  for each statement execute function count_tag_uses();
create trigger search_removed_tags after delete on search_entries referencing old table as before
  for each statement execute function count_tag_uses();

insert into search_tags (company_id, part, folded)
select distinct company_id, part, folded from search_entries where kind = 'tag';
insert into search_tag_uses (company_id, part, workspace_id, content, since, articles)
select e.company_id, e.part, e.workspace_id, e.content, min(a.created_at), count(*)
from search_entries e join articles a on a.id = e.article_id
where e.kind = 'tag' and e.workspace_id is not null
group by e.company_id, e.part, e.workspace_id, e.content;
