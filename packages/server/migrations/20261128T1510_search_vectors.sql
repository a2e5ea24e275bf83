-- What texts mean, as numbers from an embedding model. Written by the job `embed-passages`.
create table search_vectors (
  entry_id bigint primary key references search_entries (id) on delete cascade,
  model text not null,
  -- The sign of each number, for a first comparison; null for a text that the model refused.
  signs bit varying,
  -- One byte for each number.
  vector bytea
);
-- The first comparison reads many rows, and only their signs.
alter table search_vectors alter column vector set storage external;
alter table search_vectors set (toast_tuple_target = 128);

-- The version of the index (`search_versions`) for which every text of the company has a vector.
create table search_vector_states (
  company_id uuid primary key references companies (id) on delete cascade,
  model text not null,
  version bigint not null
);

alter table ai_settings
  add column embedding_model text not null default '',
  add column embedding_price double precision;
