/** The schema that a backup reads. Names are returned quoted, to be inserted into statements. */
import pg from 'pg'
import type { Job } from '../platform/jobs/index.ts'

type Client = Pick<pg.ClientBase, 'query'>

/** `filter` limits the rows. */
export type Table = { readonly name: string; readonly columns: readonly string[]; readonly filter: string }

const isOfExtension = (oid: string) =>
  `exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = ${oid} and d.deptype = 'e')`

/** The queue contributes only its jobs: it creates everything else at start. */
const ownTables = `
  select c.oid, format('%I.%I', n.nspname, c.relname) as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and not c.relispartition and not ${isOfExtension('c.oid')}
    and (n.nspname = 'public' or (n.nspname = 'pgboss' and c.relname = 'job'))`

export async function listTables(client: Client, jobs: readonly Pick<Job, 'name'>[]): Promise<Table[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(`
    select t.name, array_agg(quote_ident(a.attname) order by a.attnum) as columns
    from (${ownTables}) t
    join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where t.name <> 'public.schema_migrations'
    group by t.name order by t.name`)
  const names = jobs.map(({ name }) => pg.escapeLiteral(name)).join(', ')
  return rows.map(({ name, columns }) => ({
    name,
    columns,
    filter: name === 'pgboss.job' ? `where name in (${names})` : '',
  }))
}

/** Whether anything of ours or of anybody else is in the schemas that a restore fills. */
export async function hasTables(client: Client): Promise<boolean> {
  const { rows } = await client.query(`
    select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p') and not ${isOfExtension('c.oid')} limit 1`)
  return rows.length > 0
}

export async function readVersions(client: Client): Promise<{ migrations: string[]; queueVersion: number } | null> {
  const { rows: found } = await client.query<{ is_complete: boolean }>(
    `select to_regclass('schema_migrations') is not null and to_regclass('pgboss.version') is not null as is_complete`,
  )
  if (!found[0]?.is_complete) return null
  const migrations = await client.query<{ name: string }>('select name from schema_migrations order by name')
  const queue = await client.query<{ version: number }>('select version from pgboss.version')
  return { migrations: migrations.rows.map(({ name }) => name), queueVersion: queue.rows[0]?.version ?? 0 }
}

/** Not part of the snapshot, so they are read after the tables: then they are never behind. */
export async function readSequences(client: Client) {
  const { rows } = await client.query<{ name: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'S' and not ${isOfExtension('c.oid')} order by 1`)
  const sequences: { name: string; lastValue: string; isCalled: boolean }[] = []
  for (const { name } of rows) {
    const { rows: values } = await client.query<{ value: string; is_called: boolean }>(
      `select last_value::text as value, is_called from ${name}`,
    )
    sequences.push({ name, lastValue: values[0]?.value ?? '1', isCalled: values[0]?.is_called ?? false })
  }
  return sequences
}

/** Foreign keys of these tables, and of others that refer to them. */
export async function listForeignKeys(client: Client, tables: readonly string[]) {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select k.conrelid::regclass::text as table, quote_ident(k.conname) as name, pg_get_constraintdef(k.oid) as definition
     from pg_constraint k
     where k.contype = 'f' and k.conparentid = 0
       and (k.conrelid = any($1::text[]::regclass[]) or k.confrelid = any($1::text[]::regclass[]))`,
    [tables],
  )
  return rows
}

/** How each trigger of these tables fires. */
export async function listTriggers(client: Client, tables: readonly string[]) {
  const { rows } = await client.query<{ table: string; name: string; enabled: 'O' | 'A' | 'R' | 'D' }>(
    `select t.tgrelid::regclass::text as table, quote_ident(t.tgname) as name, t.tgenabled as enabled
     from pg_trigger t
     where not t.tgisinternal and t.tgparentid = 0 and t.tgrelid = any($1::text[]::regclass[])`,
    [tables],
  )
  return rows
}
