/**
 * How long the notification poll takes with 1,000 people who have 100 notifications each; every page polls every 20 s.
 */
import { sql } from 'kysely'
import autocannon from 'autocannon'
import { newId } from '@knowreel/shared/identity/ids.ts'
import type { Db } from '../packages/server/src/platform/database/db.ts'
import { hashSessionToken, newSessionToken } from '../packages/server/src/user/index.ts'
import { percentile, report, round } from './report.ts'
import type { Seeded } from './seed.ts'

type Owner = { readonly companyId: string; readonly userId: string }
type LoadOptions = { readonly path: string; readonly duration: number; readonly overallRate?: number }
type LoadTarget = { readonly baseURL: string; readonly tokens: readonly string[] }

const personCount = 1000
const notificationsPerPerson = 100
const connections = 8
const seconds = 10

export async function benchNotifications(baseURL: string, db: Db, owner: Owner, seeded: Seeded): Promise<void> {
  const asked = { baseURL, tokens: await seedPeople(db, owner, seeded) }
  for (const [measure, path] of [
    ['poll of notifications', '/api/notifications?t=20'],
    ['list of notifications', '/api/notifications'],
  ] as const) {
    await runLoad(asked, { path, duration: 2 })
    // A thousand open pages poll 50 times per second.
    const { requests, times, failures } = await runLoad(asked, {
      path,
      duration: seconds,
      overallRate: personCount / 20,
    })
    if (failures > 0) throw new Error(`${failures} polls failed`)
    report(
      measure,
      {
        people: personCount,
        each: notificationsPerPerson,
        connections,
        requestsPerSecond: round(requests / seconds),
        p50Ms: percentile(times, 0.5),
        p95Ms: percentile(times, 0.95),
      },
      'p95 ≤ 50 ms',
    )
  }
}

async function runLoad({ baseURL, tokens }: LoadTarget, { path, ...load }: LoadOptions) {
  const times: number[] = []
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const instance = autocannon(
      {
        url: baseURL,
        connections,
        ...load,
        requests: [
          {
            method: 'GET',
            setupRequest: (request) => ({
              ...request,
              path,
              headers: {
                ...request.headers,
                authorization: `Bearer ${tokens[Math.floor(Math.random() * tokens.length)] ?? ''}`,
              },
            }),
          },
        ],
      },
      (error: Error | null, done) => (error ? reject(error) : resolve(done)),
    )
    instance.on('response', (_client, _status, _bytes, milliseconds) => times.push(milliseconds))
  })
  return { requests: result.requests.total, times, failures: result.non2xx + result.errors }
}

/** Returns a session of each person; a third of their notifications is read. */
async function seedPeople(db: Db, { companyId, userId: byId }: Owner, { articles }: Seeded): Promise<string[]> {
  const made = Array.from({ length: personCount }, () => ({
    id: newId(),
    sessionId: newId(),
    token: newSessionToken(),
  }))
  const rows = made.map(({ id, sessionId, token }) => ({
    id,
    sessionId,
    hash: hashSessionToken(token).toString('hex'),
  }))
  const articleIds = articles.map(({ id }) => id)
  await sql`
    with made as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as made (id uuid, "sessionId" uuid, hash text)
    ), u as (
      insert into users (id, email, first_name, last_name) select id, id || '@example.com', 'Noor', 'Haddad' from made
    ), m as (
      insert into company_members (company_id, user_id, role) select ${companyId}::uuid, id, 'user' from made
    )
    insert into sessions (id, token_hash, user_id, company_id, expires_at)
    select "sessionId", decode(hash, 'hex'), id, ${companyId}::uuid, now() + interval '1 day' from made
  `.execute(db)
  await sql`
    with written as (
      insert into notifications (id, company_id, user_id, type, article_id, began_at, notified_at, changed_at, read_at)
      select gen_random_uuid(), ${companyId}::uuid, person.id, 'article_publish',
        (${articleIds}::uuid[])[1 + (person.position * 7 + n * 13) % ${articleIds.length}],
        at.at, at.at, at.at, case when n % 3 = 0 then at.at end
      from unnest(${made.map(({ id }) => id)}::uuid[]) with ordinality as person (id, position)
      cross join generate_series(1, ${notificationsPerPerson}::int) n
      cross join lateral (select now() - n * interval '1 hour' as at) at
      returning id, notified_at
    )
    insert into notification_items (notification_id, event_id, by_id, notified_at)
    select id, gen_random_uuid(), ${byId}::uuid, notified_at from written
  `.execute(db)
  await sql`analyze`.execute(db)
  return made.map(({ token }) => token)
}
