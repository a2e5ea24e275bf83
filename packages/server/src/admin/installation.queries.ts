/** Totals of the installation and its last 30 days. Days are those of UTC. */
import type { InstallationDay } from '@knowreel/shared/admin/admin.calls.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database/db.ts'
import { isOwnJob } from '../platform/jobs/index.ts'
import './admin.tables.ts'

const shownDays = 30

type Totals = { companies: number; workspaces: number; articles: number; users: number }

/** Workspaces without personal ones; articles are published ones. */
export async function readInstallationStats(db: Db): Promise<Totals & { days: InstallationDay[] }> {
  const { rows } = await sql<{ totals: Totals; days: InstallationDay[] }>`
    with shown as (
      select d::date as day from generate_series(${today} - ${shownDays - 1}::int, ${today}, interval '1 day') d
    ), since as (select min(day)::timestamp at time zone 'UTC' as at from shown),
    companies_by_day as (select ${dayOf('created_at')} as day, count(*)::int as n from companies
      where removed_at is null and created_at >= (select at from since) group by 1),
    workspaces_by_day as (select ${dayOf('created_at')} as day, count(*)::int as n from workspaces
      where deleted_at is null and visibility <> 'personal' and created_at >= (select at from since) group by 1),
    articles_by_day as (select ${dayOf('published_at')} as day, count(*)::int as n from articles
      where published_at is not null and deleted_at is null and published_at >= (select at from since) group by 1),
    users_by_day as (select ${dayOf('created_at')} as day, count(*)::int as n from users
      where created_at >= (select at from since) group by 1),
    videos_by_day as (select ${dayOf('created_at')} as day, count(*)::int as n from videos
      where created_at >= (select at from since) group by 1)
    select
      json_build_object(
        'companies', (select count(*) from companies where removed_at is null),
        'workspaces', (select count(*) from workspaces where deleted_at is null and visibility <> 'personal'),
        'articles', (select count(*) from articles where published_at is not null and deleted_at is null),
        'users', (select count(*) from users)
      ) as totals,
      (select json_agg(json_build_object(
          'date', s.day, 'companies', coalesce(c.n, 0), 'workspaces', coalesce(w.n, 0), 'articles', coalesce(a.n, 0),
          'users', coalesce(u.n, 0), 'recordings', coalesce(v.n, 0), 'jobs', i.jobs, 'storage', i.storage
        ) order by s.day)
        from shown s
        left join companies_by_day c on c.day = s.day
        left join workspaces_by_day w on w.day = s.day
        left join articles_by_day a on a.day = s.day
        left join users_by_day u on u.day = s.day
        left join videos_by_day v on v.day = s.day
        left join installation_days i on i.day = s.day
      ) as days
  `.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('The statement has one row')
  return { ...row.totals, days: row.days }
}

const today = sql`(now() at time zone 'UTC')::date`
const dayOf = (column: string) => sql`(${sql.ref(column)} at time zone 'UTC')::date`

/** Today's and yesterday's numbers that rows do not show later. */
export async function recordInstallationDays(db: Db): Promise<void> {
  await sql`
    insert into installation_days (day, jobs, storage)
    select d.day,
      (select count(*)::int from pgboss.job j where ${isOwnJob}
        and j.created_on >= d.day::timestamp at time zone 'UTC'
        and j.created_on < (d.day + 1)::timestamp at time zone 'UTC'),
      coalesce((select sum(size) from videos), 0) + coalesce((select sum(size) from renditions), 0)
        + coalesce((select sum(size) from files), 0) + coalesce((select sum(size) from file_thumbnails), 0)
    from (values (${today}), (${today} - 1)) d (day)
    on conflict (day) do update set jobs = greatest(installation_days.jobs, excluded.jobs),
      storage = case when installation_days.day = ${today} then excluded.storage else installation_days.storage end
  `.execute(db)
  await sql`delete from installation_days where day < ${today} - 400`.execute(db)
}
