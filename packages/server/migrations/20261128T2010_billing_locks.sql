-- One request at a time changes a subscription at the provider. A crashed process's lock ends by its time.
alter table billing_subscriptions add column locked_until timestamptz;

-- The messages that operators see in the back office.
create index billing_events_unapplied on billing_events (received_at desc, id desc)
  where outcome in ('stored', 'waiting', 'foreign', 'unreadable');
