-- How frequent terms are is counted for each company: counts of other companies would show in the order of results.
drop table search_terms;
create table search_terms (
  company_id uuid not null references companies (id) on delete cascade,
  term text not null,
  entries integer not null,
  primary key (company_id, term)
);

-- The version of the index (`search_versions`) whose terms were counted, and its number of texts.
create table search_term_counts (
  company_id uuid primary key references companies (id) on delete cascade,
  version bigint not null,
  texts integer not null
);

-- Personal workspaces are found by the title that is displayed.
insert into search_changes (workspace_id) select id from workspaces where visibility = 'personal' and deleted_at is null;
