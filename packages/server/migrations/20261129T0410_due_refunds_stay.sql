-- Since when a company has no billing: it was disabled, or the company is removed. Later payments are to be refunded, also
-- when the company is gone, so the row stays. When the billing of other companies was disabled is unknown.
create table billing_ends (
  company_id uuid primary key,
  ended_at timestamptz not null default now()
);
insert into billing_ends (company_id, ended_at) select id, removed_at from companies where removed_at is not null;
insert into billing_ends (company_id, ended_at)
select id, '-infinity' from companies where removed_at is null and not is_billing;

-- A refund that is due outlives its company; the removal deletes the other payments.
alter table billing_transactions drop constraint billing_transactions_company_id_fkey;

-- An operator removed the payment from the list of refunds.
alter table billing_transactions add column is_refund_dismissed boolean not null default false;
