/** Reads trees as browsers do, and compares them with what is in the database. */
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { TestServer } from '../../test/server.ts'
import type { Db } from '../platform/database/db.ts'

/** The articles of a tree, read in the plainest way. */
async function readPlainly(db: Db, workspaceId: string) {
  const { rows } = await sql<{ id: string; isArchived: boolean }>`
    select a.id, a.short_id as "shortId", a.slug, a.title, a.icon, a.duration, a.is_archived as "isArchived",
      exists (select from text_tabs t where t.article_id = a.id and t.has_text) as "isHasText",
      coalesce((
        select t.has_text from text_tabs t where t.article_id = a.id order by t.position limit 1
      ), false) as "isFirstTabFilled",
      to_char(a.updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updatedAt"
    from articles a
    where a.workspace_id = ${workspaceId} and a.published_at is not null and a.deleted_at is null
    order by a.id
  `.execute(db)
  return rows
}

export type TreeResponse = { readonly status: number; readonly headers: Headers; readonly text: string }

/** Requests the tree; `etag` is of a response that the caller has. */
export async function browse(
  { url }: Pick<TestServer, 'url'>,
  workspaceId: string,
  { token, etag }: { readonly token: string | null; readonly etag?: string | undefined },
): Promise<TreeResponse> {
  const response = await fetch(`${url}/api/browse/${workspaceId}`, {
    headers: {
      ...(etag !== undefined && { 'if-none-match': etag }),
      ...(token !== null && { authorization: `Bearer ${token}` }),
    },
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

export type TreeBrowser = {
  readonly server: TestServer
  /** As a browser: it sends the ETag of what it has, and shows that again if nothing has changed. */
  readonly show: (token: string | null, workspaceId: string) => Promise<{ status: number; answer: unknown }>
  readonly counts: { 200: number; 304: number }
}

export function openTreeBrowser(server: TestServer): TreeBrowser {
  const stored = new Map<string, { readonly etag: string; readonly text: string }>()
  const counts = { 200: 0, 304: 0 }
  return {
    server,
    counts,
    async show(token, workspaceId) {
      const known = stored.get(workspaceId)
      const { status, headers, text } = await browse(server, workspaceId, { token, etag: known?.etag })
      if (status === 304) {
        counts[304] += 1
        expect(text).toBe('')
        return { status: 200, answer: JSON.parse(known?.text ?? '') }
      }
      if (status === 200) {
        counts[200] += 1
        stored.set(workspaceId, { etag: headers.get('etag') ?? '', text })
      }
      return { status, answer: JSON.parse(text) }
    },
  }
}

type Tree = { readonly workspace: unknown; readonly articles: readonly { readonly id: string }[] }

/** Whether the browser shows the tree as it is now, or the refusal of the call that keeps nothing. */
export async function expectCurrent(
  { server, show }: TreeBrowser,
  { token, workspaceId }: { readonly token: string | null; readonly workspaceId: string },
  context?: string,
): Promise<void> {
  const got = await server.call('workspace.get', { params: { id: workspaceId } }, token)
  const { status, answer } = await show(token, workspaceId)
  expect(status, context).toBe(got.status)
  if (status !== 200) {
    expect(answer, context).toMatchObject({ code: got.error.code })
    expect(answer, context).not.toHaveProperty('articles')
    return
  }
  const { workspace, articles } = answer as Tree
  const tree = { workspace, articles: articles.toSorted((one, other) => (one.id < other.id ? -1 : 1)) }
  const plain = await readPlainly(server.db, workspaceId)
  expect(tree, context).toEqual({ workspace: got.ok.workspace, articles: plain })
  const articlesCount = plain.filter(({ isArchived }) => !isArchived).length
  expect(workspace, context).toMatchObject({ articlesCount })
}
