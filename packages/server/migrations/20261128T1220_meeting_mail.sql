-- The part of the address of the bot in a company that nobody can guess. Created when a member asks for it.
alter table company_meeting_settings add column mail_token text unique;

-- Invitations whose occurrences are worked out again from time to time.
create index calendar_events_mail on calendar_events (updated_at) where origin = 'mail';
