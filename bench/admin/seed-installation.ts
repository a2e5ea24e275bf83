/**
 * A large installation, written as SQL: companies that came over two years, with their people, workspaces and recordings,
 * and the jobs of five days.
 */
import { sql } from 'kysely'
import type { Db } from '../../packages/server/src/platform/database/db.ts'
import { jobIndexes } from '../../packages/server/src/platform/jobs/job-directory.ts'

const membersPerCompany = 4
const workspacesPerCompany = 3
const videosPerCompany = 5

const firstWords = ['Halden', 'Nordlys', 'Aalborg', 'Brightmeter', 'Okafor', 'Lindqvist', 'Corvid', 'Ostrava']
const secondWords = ['Systems', 'Grid', 'Works', 'Partners', 'Energy', 'Marine', 'Foods', 'Clinics', 'Rail']

export async function seedCompanies(db: Db, count: number): Promise<void> {
  await sql`
    create temporary table seeded as
    select n, gen_random_uuid() as id, gen_random_uuid() as owner_id,
      (${firstWords}::text[])[1 + n % ${firstWords.length}] || ' ' || (${secondWords}::text[])[1 + n % ${secondWords.length}]
        || ' ' || n as title, n * interval '730 days' / ${count}::int as age
    from generate_series(1, ${count}::int) n
  `.execute(db)
  await sql`
    insert into users (id, email, first_name, last_name, created_at)
    select owner_id, 'owner' || n || '@company-' || n || '.example', 'Noor', 'Haddad', now() - age from seeded
  `.execute(db)
  await sql`
    insert into companies (id, title, slug, owner_id, is_activated, is_billing, is_ai_enabled, created_at)
    select id, title, replace(lower(title), ' ', '-'), owner_id, n % 20 > 0, n % 3 = 0, n % 7 = 0, now() - age
    from seeded
  `.execute(db)
  await sql`
    with people as (
      select gen_random_uuid() as id, s.id as company_id, s.n, s.age, m from seeded s, generate_series(1, ${membersPerCompany}::int) m
    ), made as (
      insert into users (id, email, first_name, last_name, created_at)
      select id, 'person' || m || '@company-' || n || '.example', 'Jonas', 'Lindqvist', now() - age from people
    )
    insert into company_members (company_id, user_id, role)
    select company_id, id, 'user' from people union all select id, owner_id, 'owner' from seeded
  `.execute(db)
  await sql`
    insert into workspaces (id, short_id, company_id, owner_id, title, visibility, created_at)
    select gen_random_uuid(), 'w' || n || 'x' || w, id, owner_id, 'Runbooks ' || w, 'organization', now() - age
    from seeded, generate_series(1, ${workspacesPerCompany}::int) w
  `.execute(db)
  await sql`
    insert into videos (id, company_id, user_id, mime, size, parts_hash, status, created_at)
    select gen_random_uuid(), id, owner_id, 'video/mp4', 10000000 + n, decode(md5(n || '-' || v), 'hex'), 'finished', now() - age
    from seeded, generate_series(1, ${videosPerCompany}::int) v
  `.execute(db)
  await sql`drop table seeded`.execute(db)
}

const jobNames = ['remove-file', 'send-mail', 'compact-note', 'make-rendition', 'transcribe-video', 'refresh-draft']

/** One in 200 failed, one in 100 waits for another day, the others are done. */
export async function seedJobs(db: Db, count: number): Promise<void> {
  const { knowreel_job_searched: searched } = jobIndexes
  // Filling the index row by row would take minutes.
  await sql`drop index pgboss.knowreel_job_searched`.execute(db)
  await sql`
    insert into pgboss.job (id, name, data, state, created_on, start_after, started_on, completed_on, keep_until, output)
    select gen_random_uuid(), (${jobNames}::text[])[1 + n % ${jobNames.length}],
      jsonb_build_object('key', 'files/' || md5(n::text), 'articleId', gen_random_uuid()),
      state::pgboss.job_state, at.at, case state when 'created' then now() + interval '1 day' else at.at end,
      case state when 'created' then null else at.at end, case state when 'created' then null else at.at end,
      now() + interval '14 days', case state when 'failed' then '{"message":"no such file"}'::jsonb end
    from generate_series(1, ${count}::int) n
    cross join lateral (select now() - n * interval '0.4 seconds' as at) at
    cross join lateral (
      select case when n % 200 = 0 then 'failed' when n % 100 = 1 then 'created' else 'completed' end as state
    ) states
  `.execute(db)
  await sql.raw(`create index knowreel_job_searched ${searched}`).execute(db)
}
