-- Whether a payment provider is configured; without one, companies with billing count as paid. Every start sets it.
create table installation_billing (
  id boolean primary key default true check (id),
  is_on boolean not null
);
insert into installation_billing (is_on) values (true);

-- The provider has one customer for an email address, so companies with the same owner share theirs.
drop index companies_customer;

-- What the provider reported, as it came. Deleted after 90 days.
create table billing_events (
  -- The provider's id: an event that arrives again is the same row.
  id text primary key,
  type text not null,
  occurred_at timestamptz not null,
  received_at timestamptz not null default now(),
  -- Of the subscription, transaction or adjustment.
  subject_id text not null,
  -- Of the subscription of a transaction, or the transaction of an adjustment.
  parent_id text,
  company_id uuid references companies (id) on delete cascade,
  data jsonb not null,
  outcome text not null default 'stored'
    check (outcome in ('stored', 'applied', 'outdated', 'waiting', 'foreign', 'unreadable')),
  applied_at timestamptz
);
create index billing_events_company on billing_events (company_id, occurred_at desc, id desc);
create index billing_events_waiting on billing_events (parent_id) where outcome = 'waiting';
create index billing_events_open on billing_events (received_at) where outcome in ('stored', 'waiting', 'unreadable');
create index billing_events_age on billing_events (received_at);

-- The provider's subscriptions, as of their newest event. `version` orders the events of one subscription.
create table billing_subscriptions (
  id text primary key,
  company_id uuid not null references companies (id) on delete cascade,
  customer_id text not null,
  version text not null,
  -- By our clock.
  received_at timestamptz not null default now(),
  status text not null check (status in ('active', 'trialing', 'past_due', 'paused', 'canceled')),
  price_id text not null,
  price_name text not null,
  product_name text not null,
  -- In the currency's smallest unit.
  unit_amount bigint not null,
  currency_code text not null,
  billing_interval text not null,
  billing_frequency integer not null,
  quantity integer not null,
  scheduled_action text check (scheduled_action in ('cancel', 'pause', 'resume')),
  scheduled_at timestamptz,
  period_starts_at timestamptz,
  period_ends_at timestamptz,
  next_billed_at timestamptz,
  created_at timestamptz not null
);
create index billing_subscriptions_company on billing_subscriptions (company_id, created_at desc, id desc);

create table billing_transactions (
  id text primary key,
  company_id uuid not null references companies (id) on delete cascade,
  subscription_id text,
  version text not null,
  received_at timestamptz not null default now(),
  status text not null
    check (status in ('draft', 'ready', 'billed', 'paid', 'completed', 'canceled', 'past_due')),
  origin text not null,
  invoice_number text,
  product_name text not null,
  unit_amount bigint not null,
  quantity integer not null,
  total bigint not null,
  currency_code text not null,
  is_trial boolean not null,
  -- How it was paid; null until then.
  payment_name text,
  payment_digits text,
  occurred_at timestamptz not null
);
create index billing_transactions_company on billing_transactions (company_id, occurred_at desc, id desc);
create index billing_transactions_subscription on billing_transactions (subscription_id, occurred_at desc);

-- Refunds, credits and chargebacks.
create table billing_adjustments (
  id text primary key,
  transaction_id text not null references billing_transactions (id) on delete cascade,
  version text not null,
  received_at timestamptz not null default now(),
  action text not null,
  status text not null,
  total bigint not null
);
create index billing_adjustments_transaction on billing_adjustments (transaction_id);

-- Companies whose number of active members may differ from the one that is paid for.
create table billing_seat_changes (
  company_id uuid primary key references companies (id) on delete cascade,
  changed_at timestamptz not null default now(),
  -- People who join together change the number once; a failed attempt is repeated later.
  due_at timestamptz not null default now() + interval '20 seconds',
  failures integer not null default 0
);
create index billing_seat_changes_due on billing_seat_changes (due_at);

create function note_seat_change() returns trigger language plpgsql as $$
begin
  insert into billing_seat_changes (company_id)
  select c.id from companies c
  where c.id = coalesce(new.company_id, old.company_id) and c.subscription_id is not null and c.removed_at is null
  on conflict (company_id) do update
    set changed_at = excluded.changed_at, due_at = excluded.due_at, failures = 0;
  return null;
end $$;
create trigger note_new_seat after insert or delete on company_members for each row execute function note_seat_change();
create trigger note_changed_seat after update on company_members for each row
  when (old.status is distinct from new.status) execute function note_seat_change();
