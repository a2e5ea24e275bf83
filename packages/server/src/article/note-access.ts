/** Who may write the live documents of a draft: whoever may edit the draft. Readers have no live document. */
import { sql } from 'kysely'
import type { Member } from '../access/index.ts'
import type { Db } from '../platform/database/db.ts'
import { accessRankOf, ranks } from '../workspace/index.ts'

export type NoteConnection = { readonly id: string; readonly actor: Member; readonly articleId: string }

/** The ids of those connections whose people may still edit the draft, in one statement. */
export async function listAllowedConnections(db: Db, connections: readonly NoteConnection[]): Promise<Set<string>> {
  if (connections.length === 0) return new Set()
  const asked = connections.map(({ id, actor, articleId }) => ({
    id,
    article_id: articleId,
    user_id: actor.userId,
    company_id: actor.company.id,
    is_company_admin: actor.company.role === 'owner' || actor.company.role === 'admin',
  }))
  const rank = accessRankOf({
    userId: sql`c.user_id`,
    companyId: sql`c.company_id`,
    isCompanyAdmin: sql`c.is_company_admin`,
  })
  const { rows } = await sql<{ id: string }>`
    select c.id
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
      as c (id text, article_id uuid, user_id uuid, company_id uuid, is_company_admin boolean)
    join articles a on a.id = c.article_id and a.company_id = c.company_id
    left join articles o on o.id = a.original_id
    left join workspaces w on w.id = coalesce(o.workspace_id, a.workspace_id) and w.deleted_at is null
    where a.published_at is null and a.deleted_at is null and o.deleted_at is null and (
      (a.original_id is null and a.author_id = c.user_id)
      or (not w.is_archived and ${rank} >= ${ranks.editor})
    )
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Whether this person may open the live document of this tab; `tabId` null is the room of the draft. */
export async function mayWriteNote(db: Db, actor: Member, draftId: string, tabId: string | null): Promise<boolean> {
  const allowed = await listAllowedConnections(db, [{ id: 'asked', actor, articleId: draftId }])
  if (!allowed.has('asked')) return false
  return tabId === null || hasTab(db, draftId, tabId)
}

async function hasTab(db: Db, draftId: string, tabId: string): Promise<boolean> {
  const tab = await db
    .selectFrom('text_tabs')
    .where('article_id', '=', draftId)
    .where('id', '=', tabId)
    .select('id')
    .executeTakeFirst()
  return tab !== undefined
}
