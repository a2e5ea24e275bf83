-- Titles of tabs, and tags and paragraphs of drafts, are indexed now: every article is read again.
insert into search_changes (article_id) select id from articles where deleted_at is null and not is_archived;
