-- The history stores locations; titles, excerpts and links are read from the index with each request.
update search_histories set questions = (
  select coalesce(jsonb_agg(case question ->> 'category'
    when 'none' then jsonb_build_object('id', question -> 'id', 'title', question -> 'title')
    else jsonb_build_object(
      'id', question -> 'id',
      'excerpt', question -> 'trimmedText',
      'match', question #> '{foundTextProperties,textToFind}',
      'position', coalesce(
        question #> '{foundTextProperties,startIndex}', nullif(question -> 'startTime', 'null'), '0'
      ),
      'page', question #> '{attachment,page}'
    ) end order by place), '[]')
  from jsonb_array_elements(questions) with ordinality as kept (question, place)
);
