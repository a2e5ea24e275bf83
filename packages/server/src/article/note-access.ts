/** Who may write the live documents of a draft: whoever may edit the draft. Readers have no live document. */
import { fullName } from '@knowreel/shared/user/user.rules.ts'
import { sql } from 'kysely'
import type { Member } from '../access/index.ts'
import { personColumn, type PersonRow } from '../person/index.ts'
import type { Db } from '../platform/database/db.ts'
import { accessRankOf, memberFacts, ranks } from '../workspace/index.ts'

export type NoteConnection = { readonly id: string; readonly actor: Member; readonly articleId: string }

/** The ids of those connections whose people may still edit the draft, in one statement. */
export async function listAllowedConnections(db: Db, connections: readonly NoteConnection[]): Promise<Set<string>> {
  if (connections.length === 0) return new Set()
  const asked = connections.map(({ id, actor, articleId }) => ({ id, articleId, ...memberFacts(actor) }))
  const rank = accessRankOf({
    userId: sql`c."userId"`,
    companyId: sql`c."companyId"`,
    isCompanyAdmin: sql`c."isCompanyAdmin"`,
  })
  const { rows } = await sql<{ id: string }>`
    select c.id
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
      as c (id text, "articleId" uuid, "userId" uuid, "companyId" uuid, "isCompanyAdmin" boolean)
    join articles a on a.id = c."articleId" and a.company_id = c."companyId"
    left join articles o on o.id = a.original_id
    left join workspaces w on w.id = coalesce(o.workspace_id, a.workspace_id) and w.deleted_at is null
    where a.published_at is null and a.deleted_at is null and o.deleted_at is null and (
      (a.original_id is null and a.author_id = c."userId")
      or (not w.is_archived and ${rank} >= ${ranks.editor})
    )
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** This person by name, if they may open the live document of this tab; `tabId` null is the room of the draft. */
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
