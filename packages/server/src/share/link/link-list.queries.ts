import { sql } from 'kysely'
import type { Member } from '../../access/index.ts'
import { personColumn, type PersonRow } from '../../person/index.ts'
import { cappedLimit } from '../../platform/database/capped-rows.ts'
import type { Db } from '../../platform/database/db.ts'
import { accessRank, ranks } from '../../workspace/index.ts'
import { selectOpen, type OpenLink } from './link.queries.ts'

export type ListedLinkRow = {
  article: { id: string; shortId: string; slug: string; title: string }
  workspace: OpenLink['workspace']
  companyId: string
  createdBy: PersonRow | null
  createdAt: Date
  expiresAt: Date | null
  hasPassword: boolean
  isWithSubArticles: boolean
  lastUsedAt: Date | null
  uses: number
}

/** The public links that currently open something, of the workspaces where the member edits; last used first. */
export const listLinkRows = (db: Db, member: Member, workspaceId: string | null): Promise<ListedLinkRow[]> =>
  selectOpen(db)
    .where('l.kind', '=', 'public')
    .where('a.company_id', '=', member.company.id)
    .where(accessRank(member), '>=', ranks.editor)
    .$if(workspaceId !== null, (query) => query.where('a.workspace_id', '=', workspaceId))
    .select([
      sql<ListedLinkRow['article']>`json_build_object(
        'id', a.id, 'shortId', a.short_id, 'slug', a.slug, 'title', a.title
      )`.as('article'),
      sql<ListedLinkRow['workspace']>`json_build_object(
        'id', w.id, 'shortId', w.short_id, 'title', w.title, 'visibility', w.visibility
      )`.as('workspace'),
      personColumn('l.created_by', 'a.company_id').as('createdBy'),
      sql<boolean>`l.password_hash is not null`.as('hasPassword'),
    ])
    .select(['a.company_id as companyId', 'l.created_at as createdAt', 'l.expires_at as expiresAt', 'l.uses'])
    .select(['l.is_with_sub_articles as isWithSubArticles', 'l.last_used_at as lastUsedAt'])
    .orderBy('l.last_used_at', (order) => order.desc().nullsLast())
    .orderBy('l.created_at', 'desc')
    .orderBy('l.article_id')
    .limit(cappedLimit)
    .execute()
