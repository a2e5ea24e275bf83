import { storedTabTitle, tabSlugs } from '@knowreel/shared/article/text-tab.rules.ts'
import { derivedId } from '@knowreel/shared/identity/ids.ts'
import type { NoteJson } from '@knowreel/shared/note/note-document.ts'
import type { Member } from '../../access/index.ts'
import type { Trx } from '../../platform/database/db.ts'
import { slugFrom } from '../../platform/slug/slug.ts'
import { insertArticleLast, touchWorkspaceActivity } from '../../workspace/index.ts'
import { emptyContent, toTab } from '../article-content.ts'
import { insertArticle } from '../article-write.queries.ts'

type ImportedArticle = {
  /** Derived from the import, so that repeating it creates no second article. */
  readonly id: string
  readonly title: string
  readonly icon: string | null
  readonly tags: readonly string[]
  /** Ids are 16 characters, like those that clients create. */
  readonly tabs: readonly { readonly id: string; readonly title: string; readonly note: NoteJson }[]
  readonly workspaceId: string
  /** Another imported article. */
  readonly parentId: string | null
  readonly isPublished: boolean
}

/**
 * Inserts an imported article: published immediately, as the last of its level, without notifications; or as a draft
 * that moves under its parent when both are published. The caller has checked and locked the workspace.
 */
export async function insertImportedArticle(trx: Trx, member: Member, imported: ImportedArticle): Promise<void> {
  const { id, title, icon, tags, workspaceId, parentId, isPublished } = imported
  const titled = imported.tabs.map((tab) => ({ ...tab, title: storedTabTitle(tab.title) }))
  const slugs = tabSlugs(titled, slugFrom)
  const tabs = titled.map((tab, index) => toTab({ ...tab, slug: slugs[index] ?? '' }))
  const content = {
    ...emptyContent,
    title,
    icon,
    tags,
    workspaceId,
    parentArticleId: isPublished ? null : parentId,
    tabs,
  }
  const clientId = derivedId(id, 'import')
  const owner = { companyId: member.company.id, authorId: member.userId }
  const inserted = await insertArticle(trx, { id, ...owner, clientId, content, isPublished })
  if (inserted === null || !isPublished) return
  await insertArticleLast(trx, workspaceId, id, parentId)
  await touchWorkspaceActivity(trx, workspaceId)
}
