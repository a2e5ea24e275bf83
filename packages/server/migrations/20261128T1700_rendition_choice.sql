-- Exports and their reports say `rendition` where they said `film`.
update transfer_jobs
set options = jsonb_set(options, '{recordings}', '"rendition"')
where kind = 'export' and options ->> 'recordings' = 'film';

update transfer_jobs
set report = jsonb_set(report, '{notes}', (
  select jsonb_agg(case when note ->> 'kind' = 'film_missing' then note || '{"kind": "rendition_missing"}' else note end order by at)
  from jsonb_array_elements(report -> 'notes') with ordinality as notes (note, at)
))
where report -> 'notes' @> '[{"kind": "film_missing"}]';
