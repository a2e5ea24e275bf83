-- However the session of an operator ends, the audit log says for how long they were logged in (0298).
create function note_operator_leaving() returns trigger language plpgsql as $$
declare
  ended_at timestamptz := least(clock_timestamp(), old.expires_at);
begin
  insert into audit_entries (id, occurred_at, action, company_id, company_title, user_id, user_name, subject_kind, subject_id,
    subject_title, details)
  select
    -- A uuid v7.
    (lpad(to_hex(floor(extract(epoch from ended_at) * 1000)::bigint), 12, '0') || '7'
      || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid,
    ended_at, 'login_as_left', old.company_id, c.title, old.operator_id, trim(o.first_name || ' ' || o.last_name),
    'user', old.user_id, coalesce(trim(u.first_name || ' ' || u.last_name), ''),
    jsonb_build_object('minutes', greatest(1, round(extract(epoch from ended_at - old.created_at) / 60)::int))
  from (values (1)) one
  left join companies c on c.id = old.company_id
  left join users o on o.id = old.operator_id
  left join users u on u.id = old.user_id;
  return null;
end $$;
create trigger note_operator_leaving after delete on sessions for each row
  when (old.operator_id is not null) execute function note_operator_leaving();
