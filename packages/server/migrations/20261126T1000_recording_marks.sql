-- The paragraphs that were marked while recording: [{ "at": ms, "title": text }].
alter table videos add column marks jsonb not null default '[]';
