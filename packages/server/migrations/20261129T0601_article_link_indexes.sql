-- no transaction
-- Texts that link to an article, and those that nobody has searched for links (0312). Without a list of pending changes,
-- which every search of the index would read.
create index concurrently if not exists text_tabs_links on text_tabs using gin (links) with (fastupdate = off);
create index concurrently if not exists text_tabs_without_links on text_tabs (article_id) where links is null;
