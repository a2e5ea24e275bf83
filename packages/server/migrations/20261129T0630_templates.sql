-- Texts to start a note with.
create table templates (
  id uuid primary key,
  company_id uuid not null references companies (id) on delete cascade,
  -- Whose own template it is; null for one of the company.
  owner_id uuid,
  author_id uuid references users (id) on delete set null,
  title text not null check (char_length(title) between 1 and 60),
  -- HTML of a note.
  content text not null,
  created_at timestamptz not null default now(),
  -- Own templates go with their owner's membership.
  foreign key (company_id, owner_id) references company_members (company_id, user_id) on delete cascade
);
create index templates_company on templates (company_id, owner_id);
create index templates_author on templates (author_id);
