-- The articles that a text links to, written with it (0312). Null until the job `find-article-links` has looked for them.
alter table text_tabs add column links text[];
