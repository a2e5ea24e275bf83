/** Grants writing the live documents of a draft to those who may edit the draft. Readers have no live document. */
import { fullName } from '@knowreel/shared/user/user.rules.ts'
import { sql } from 'kysely'
import type { Member } from '../../access/index.ts'
import { personColumn, type PersonRow } from '../../person/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { accessRankOf, isInKeyWorkspaces, memberIdentity, ranks } from '../../workspace/index.ts'
import type { BaseLogger } from 'pino'
import { markEdited } from '../draft/idle-draft.queries.ts'

export type EditorConnection = { readonly id: string; readonly actor: Member; readonly articleId: string }

/** The ids of those connections whose people may still edit the draft, in one statement. */
export async function listAllowedConnections(db: Db, connections: readonly EditorConnection[]): Promise<Set<string>> {
  if (connections.length === 0) return new Set()
  const asked = connections.map(({ id, actor, articleId }) => ({ id, articleId, ...memberIdentity(actor) }))
  const rank = accessRankOf({
    userId: sql`c."userId"`,
    companyId: sql`c."companyId"`,
    isCompanyAdmin: sql`c."isCompanyAdmin"`,
    workspaceIds: sql`c."workspaceIds"`,
  })
  const { rows } = await sql<{ id: string }>`
    select c.id
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
      as c (id text, "articleId" uuid, "userId" uuid, "companyId" uuid, "isCompanyAdmin" boolean, "workspaceIds" uuid[])
    join articles a on a.id = c."articleId" and a.company_id = c."companyId"
    left join articles o on o.id = a.original_id
    left join workspaces w on w.id = coalesce(o.workspace_id, a.workspace_id) and w.deleted_at is null
    where a.published_at is null and a.deleted_at is null and o.deleted_at is null and ${isInKeyWorkspaces(sql`c."workspaceIds"`, sql`w.id`)} and (
      (a.original_id is null and a.author_id = c."userId")
      or (not w.is_archived and ${rank} >= ${ranks.editor})
    )
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/**
 * This person with their name, if they may open the live document of this tab; a null `tabId` is the room of the draft.
 */
export async function findNoteWriter(
  db: Db,
  actor: Member,
  draftId: string,
  tabId: string | null,
): Promise<{ id: string; name: string } | null> {
  const allowed = await listAllowedConnections(db, [{ id: actor.sessionId, actor, articleId: draftId }])
  if (!allowed.has(actor.sessionId)) return null
  const { rows } = await sql<{ person: PersonRow | null }>`
    select ${personColumn('x.user_id', 'x.company_id')} as person
    from (values (${actor.userId}::uuid, ${actor.company.id}::uuid)) as x (user_id, company_id)
    where ${tabId}::text is null
      or exists (select from text_tabs t where t.article_id = ${draftId}::uuid and t.id = ${tabId})
  `.execute(db)
  const person = rows[0]?.person
  return person ? { id: person.id, name: fullName(person) } : null
}

const editMarkIntervalMs = 3000

/**
 * Records on the row of a draft who types in its live documents. The first keystroke is recorded immediately, so that
 * the draft is listed as changed; of the following ones only the last is, every few seconds.
 */
export function createEditRecorder(db: Db, log: Pick<BaseLogger, 'warn'>): (draftId: string, userId: string) => void {
  /** Drafts recorded within the last few seconds, with whoever typed since. */
  const resting = new Map<string, string | null>()

  function mark(draftId: string, userId: string): void {
    resting.set(draftId, null)
    markEdited(db, draftId, userId).catch((error: unknown) =>
      log.warn({ err: error, draftId }, 'an edit was not noted'),
    )
    setTimeout(() => {
      const next = resting.get(draftId) ?? null
      resting.delete(draftId)
      if (next !== null) mark(draftId, next)
    }, editMarkIntervalMs).unref()
  }

  return (draftId, userId) => {
    if (resting.has(draftId)) resting.set(draftId, userId)
    else mark(draftId, userId)
  }
}
