-- The email of the invitation, and whether its mail server refused it permanently.
alter table invitations add column mail_id uuid;
alter table invitations add column is_mail_refused boolean not null default false;
