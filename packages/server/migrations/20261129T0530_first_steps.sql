-- Whether Home still offers the first steps to the member; only to people who join from now on.
alter table company_members add column has_first_steps boolean not null default false;
