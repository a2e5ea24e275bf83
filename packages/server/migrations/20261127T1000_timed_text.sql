-- What is said and shown in recordings is found with its time: entries of kind articleVideo and draftVideo.
-- `part` is 'speech' or 'screen', `starts_at` ms of the article.
-- When what is said: code points of the content and ms of the article, in turns.
alter table search_entries add column marks integer[];

create index articles_videos on articles using gin (jsonb_path_query_array(paragraphs, 'strict $.**.videoId'))
  where paragraphs <> '[]' and deleted_at is null;

-- For triggers of features that contribute timed text: notes everything that plays the recording as changed.
create function note_search_video_change(video_id uuid) returns void language plpgsql as $$
begin
  insert into search_changes (article_id)
  select a.id from articles a
  where jsonb_path_query_array(a.paragraphs, 'strict $.**.videoId') ? video_id::text
    and a.paragraphs <> '[]' and a.deleted_at is null;
  if found then
    perform pg_notify('knowreel_search', '');
  end if;
end $$;

-- Remembered results have every field of a result.
update search_histories set questions = (
  select coalesce(jsonb_agg('{"timedText": null}'::jsonb || question order by place), '[]')
  from jsonb_array_elements(questions) with ordinality as kept (question, place)
);
