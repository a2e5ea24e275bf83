-- The upload in its own codecs, without its metadata: it plays in some browsers until main_key exists.
alter table videos add column first_key text;
-- With codecs, as canPlayType expects it.
alter table videos add column first_mime text;
