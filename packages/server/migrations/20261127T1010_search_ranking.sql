-- Increases with every change of the entries of a company, so that what was ranked before is known to be outdated.
create table search_versions (
  company_id uuid primary key references companies (id) on delete cascade,
  version bigint not null
);

create function count_search_version() returns trigger language plpgsql as $$
begin
  insert into search_versions as v (company_id, version)
  select distinct c.company_id, 1 from changed c where exists (select from companies where id = c.company_id)
  on conflict (company_id) do update set version = v.version + 1;
  return null;
end $$;
create trigger search_new_entries after insert on search_entries referencing new table as changed
  for each statement execute function count_search_version();
create trigger search_changed_entries after update on search_entries referencing new table as changed
  for each statement execute function count_search_version();
create trigger search_removed_entries after delete on search_entries referencing old table as changed
  for each statement execute function count_search_version();

-- How often an article was opened; among equally good results of a search, the more popular one comes first.
create table article_reads (
  article_id uuid primary key references articles (id) on delete cascade,
  reads bigint not null
);
