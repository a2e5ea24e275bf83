-- What the current attempt at a transcript has heard so far; people read it until the recording has words.
alter table transcripts add column partial jsonb;
