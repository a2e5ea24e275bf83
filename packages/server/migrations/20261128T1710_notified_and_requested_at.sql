alter table notifications rename column told_at to notified_at;
alter table notification_items rename column told_at to notified_at;
alter index notifications_told rename to notifications_notified;
alter table renditions rename column asked_at to requested_at;
