/** Removing a company with many rows takes no long statement: each finds its rows by an index, and deletes few. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startTestServer } from '../../test/server.ts'
import { buildCompany } from '../company/company.builder.ts'
import { buildUser } from '../user/user.builder.ts'
import { buildWebhook } from '../webhook/webhook.builder.ts'
import { buildWorkspace } from '../workspace/workspace.builder.ts'
import { removeCompanyContent } from './remove-company-content.ts'

const server = await startTestServer()
const { db } = server
const rowCount = 250
const maxPerStatement = 100

test('each foreign key of a table that is removed has an index, or each deleted row would read a whole table', async () => {
  const { rows } = await sql<{ key: string }>`
    select c.conrelid::regclass || '.' || a.attname || ' → ' || c.confrelid::regclass as key
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace and c.confrelid <> 'users'::regclass
      and not exists (
        select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1]
          and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', a.attname))
      )
    order by 1
  `.execute(db)
  expect(rows.map(({ key }) => key)).toEqual([])
})

/** Fails each statement that deletes or updates more rows of a table than a batch. */
async function refuseLargeStatements(tables: readonly string[]): Promise<void> {
  await sql`
    create function refuse_large_statement() returns trigger language plpgsql as $$
    declare n integer;
    begin
      select count(*) into n from changed;
      if n > ${sql.lit(maxPerStatement)} then raise exception '% of % rows of %', tg_op, n, tg_table_name; end if;
      return null;
    end $$
  `.execute(db)
  for (const table of tables)
    for (const operation of ['delete', 'update'])
      await sql`
        create trigger ${sql.id(`refuse_large_${operation}`)} after ${sql.raw(operation)} on ${sql.table(table)}
        referencing old table as changed for each statement execute function refuse_large_statement()
      `.execute(db)
}

test('no statement deletes or changes more than a batch of rows, whatever a company has much of', async () => {
  const company = await buildCompany(db, { title: 'Halden' })
  const { id: userId } = company.owner
  const { id: workspaceId } = await buildWorkspace(db, { company, owner: company.owner })
  const { id: webhookId } = await buildWebhook(db, { company })
  const many = sql`generate_series(1, ${rowCount}::int) n`
  const person = sql`${company.id}::uuid, ${userId}::uuid`
  const filled = {
    ai_answers: sql`insert into ai_answers (id, company_id, user_id, kind, articles)
      select gen_random_uuid(), ${person}, 'answer', '{}' from ${many}`,
    ai_usages: sql`insert into ai_usages (id, company_id, user_id, kind, model)
      select gen_random_uuid(), ${person}, 'answer', 'm' from ${many}`,
    billing_events: sql`insert into billing_events (id, type, occurred_at, subject_id, company_id, data)
      select 'evt_' || n, 'transaction.paid', now(), 'txn_1', ${company.id}::uuid, '{}' from ${many}`,
    calendar_events: sql`insert into calendar_events (id, company_id, user_id, origin, uid, sequence, title, platform, url,
      meeting_key, occurrences) select gen_random_uuid(), ${person}, 'feed', n, 0, 'Sync', 'jitsi', 'https://meet.example', n, '[]'
      from ${many}`,
    groups: sql`insert into groups (id, short_id, company_id, title)
      select gen_random_uuid(), 'g' || n, ${company.id}::uuid, 'Group' from ${many}`,
    meetings: sql`insert into meetings (id, company_id, organizer_id, workspace_id, platform, url, meeting_key, start_at, due_at)
      select gen_random_uuid(), ${person}, ${workspaceId}::uuid, 'jitsi', 'https://meet.example', n, now(), now() from ${many}`,
    notification_mails: sql`insert into notification_mails (id, company_id, user_id, made_at)
      select gen_random_uuid(), ${person}, now() from ${many}`,
    search_terms: sql`insert into search_terms (company_id, term, entries) select ${company.id}::uuid, 'term' || n, 2 from ${many}`,
    users: sql`insert into users (id, email, first_name, last_name, last_company_id)
      select gen_random_uuid(), 'person' || n || '@example.com', 'Noor', 'Haddad', ${company.id}::uuid from ${many}`,
    webhook_deliveries: sql`insert into webhook_deliveries (webhook_id, type, facts)
      select ${webhookId}::uuid, 'member.left', '{}' from ${many}`,
    workspaces: sql`insert into workspaces (id, short_id, company_id, owner_id, title, visibility, deleted_at)
      select gen_random_uuid(), 'w' || n, ${person}, 'Support', 'private', now() from ${many}`,
  }
  for (const insert of Object.values(filled)) await insert.execute(db)

  const token = await server.signIn(await buildUser(db, { isSuperAdmin: true }), null)
  await server.call('admin.removeCompany', { params: { id: company.id }, body: { title: 'Halden' } }, token)
  await refuseLargeStatements(Object.keys(filled))
  const logged: string[] = []
  await removeCompanyContent({
    services: { db, jobs: server.jobs },
    companyId: company.id,
    signal: new AbortController().signal,
    log: (line) => logged.push(line),
  })
  expect(logged).toContain(`Deleted ${rowCount} rows in search_terms`)
  const { rows } = await sql`select from companies where id = ${company.id}`.execute(db)
  expect(rows).toEqual([])
})
