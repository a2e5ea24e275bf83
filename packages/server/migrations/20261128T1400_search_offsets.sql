-- Offsets count UTF-16 units now; only the later parts of long notes can have others than before.
insert into search_changes (article_id)
select distinct article_id from search_entries
where kind in ('articleNotes', 'draftNotes') and file_id is null and starts_at > 0;
