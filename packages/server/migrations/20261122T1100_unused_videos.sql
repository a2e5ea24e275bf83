-- Since when nothing plays or awaits the recording, as the nightly look saw it; it leaves after a time of grace.
alter table videos add column unused_since timestamptz;
create index videos_unused on videos (unused_since) where unused_since is not null;
