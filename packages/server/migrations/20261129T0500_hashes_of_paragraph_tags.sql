-- The hash of an article covers the tags of its paragraphs. Rows with such tags get the hash that `articleHash` computes.
create function pg_temp.canonical(value text) returns text language sql as $$
  select to_json(normalize(value, NFC))::text
$$;

create function pg_temp.canonical_paragraphs(tree jsonb) returns text language plpgsql as $$
begin
  return (
    select '[' || coalesce(string_agg(
      '{"id":' || pg_temp.canonical(p ->> 'id')
      || ',"items":' || pg_temp.canonical_paragraphs(p -> 'items')
      || ',"pieces":[' || coalesce((
        select string_agg(
          '{"dur":' || (piece ->> 'dur') || ',"in":' || (piece ->> 'in')
          || ',"videoId":' || pg_temp.canonical(piece ->> 'videoId') || '}', ',' order by position)
        from jsonb_array_elements(p -> 'map') with ordinality as pieces (piece, position)), '') || ']'
      || coalesce(',"tags":[' || (
        select string_agg(pg_temp.canonical(tag), ',' order by position)
        from jsonb_array_elements_text(p -> 'tags') with ordinality as tags (tag, position)) || ']', '')
      || ',"title":' || pg_temp.canonical(p ->> 'title') || '}', ',' order by position), '') || ']'
    from jsonb_array_elements(tree) with ordinality as paragraphs (p, position)
  );
end
$$;

update articles a
set hash = encode(sha256(convert_to(
  '{"paragraphs":' || pg_temp.canonical_paragraphs(a.paragraphs)
  || ',"pinnedNote":' || coalesce(pg_temp.canonical(a.pinned_tab_id), 'null')
  || ',"tags":[' || coalesce((
    select string_agg(pg_temp.canonical(tag), ',' order by position)
    from unnest(a.tags) with ordinality as tags (tag, position)), '') || ']'
  || ',"textTabs":[' || coalesce((
    select string_agg(
      '{"id":' || pg_temp.canonical(t.id) || ',"text":' || pg_temp.canonical(t.html)
      || ',"title":' || pg_temp.canonical(t.title) || '}', ',' order by t.position)
    from text_tabs t where t.article_id = a.id), '') || ']'
  || ',"title":' || pg_temp.canonical(a.title)
  || ',"workspaceId":' || coalesce(pg_temp.canonical(a.workspace_id::text), 'null') || '}', 'UTF8')), 'hex')
-- The hash of a draft stays unknown while its live documents are ahead of its row.
where a.hash is not null and jsonb_path_exists(a.paragraphs, '$[*].**.tags[*]');
