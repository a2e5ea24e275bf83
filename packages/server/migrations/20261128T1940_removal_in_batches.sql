-- formerly da7410b849f87c2d102f50f59c2d65e7bc610df29e16ab15d4ae2cff81974be8
-- It built the indexes of 20261128T2030 too, in this transaction.

-- A deleted webhook sends nothing and is not found. A job deletes its deliveries, then the row.
alter table webhooks add column deleted_at timestamptz;
