-- Readers who may not edit receive only the rendition, so it has its own poster and storyboard.
alter table renditions add column poster_key text;
alter table renditions add column storyboard_key text;
-- As shared/src/video/video.wire.ts describes it.
alter table renditions add column storyboard jsonb;
