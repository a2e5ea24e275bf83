-- Notes of imports and exports say `location` where they said `place`.
update transfer_jobs
set report = jsonb_set(report, '{notes}', (
  select jsonb_agg(note - 'place' || jsonb_build_object('location', note -> 'place') order by at)
  from jsonb_array_elements(report -> 'notes') with ordinality as notes (note, at)
))
where report #> '{notes,0}' ? 'place';
