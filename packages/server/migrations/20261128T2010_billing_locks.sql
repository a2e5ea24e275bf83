-- One request at a time changes a subscription at the provider. A crashed process's lock ends by its time.
alter table billing_subscriptions add column locked_until timestamptz;
