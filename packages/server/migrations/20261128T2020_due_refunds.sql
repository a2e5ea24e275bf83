-- Paid for a company that had no billing any more, whose subscription is canceled.
alter table billing_transactions add column is_refund_due boolean not null default false;
create index billing_transactions_refund_due on billing_transactions (occurred_at desc, id desc) where is_refund_due;
