/** A person who uploads recordings in parts. */
import { sql } from 'kysely'
import { buffer } from 'node:stream/consumers'
import { startTestServer } from '../../../test/server.ts'
import { buildCompany, buildMember } from '../../company/company.builder.ts'
import { openFileStorage } from '../../platform/files/index.ts'

export const secret = 'a secret for tests only, 32 characters'

export async function setUpVideoUploads() {
  const server = await startTestServer()
  const { db, url: origin, dataDirectory } = server
  const files = await openFileStorage({ dataDirectory, secret })
  const company = await buildCompany(db)
  const person = await buildMember(db, company)
  const token = await server.signIn(person, company)

  const newPart = async (query: { after?: string; id?: string } = {}, as = token) =>
    (await server.call('videoUpload.url', { query }, as)).ok
  const put = (address: string, bytes: Uint8Array, headers: Record<string, string> = {}) =>
    fetch(origin + address, {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream', ...headers },
      body: bytes as BodyInit,
    })
  const accept = (parts: string[], more: object = {}, as = token) =>
    server.call('videoUpload.accept', { body: { parts, ...more } }, as)
  const originalOf = async (id: string) => {
    const { original_key: key } = await db
      .selectFrom('videos')
      .where('id', '=', id)
      .select('original_key')
      .executeTakeFirstOrThrow()
    const stream = key === null ? null : await files.read(key)
    return { key, bytes: stream === null ? null : await buffer(stream) }
  }
  const jobsOf = async (videoId: string) => {
    const { rows } = await sql<{
      name: string
    }>`select name from pgboss.job where data->>'videoId' = ${videoId}`.execute(db)
    return rows.map(({ name }) => name)
  }

  const keysOf = async (parts: string[]) =>
    (await db.selectFrom('video_parts').where('id', 'in', parts).select('file_key').execute()).map(
      (row) => row.file_key,
    )

  return { server, db, origin, files, company, person, token, newPart, put, accept, originalOf, jobsOf, keysOf }
}
