import { keptTabTitle, tabSlugs } from '@knowreel/shared/article/text-tab.rules.ts'
import { derivedId } from '@knowreel/shared/identity/ids.ts'
import type { NoteJson } from '@knowreel/shared/note/note-document.ts'
import type { Member } from '../access/index.ts'
import type { Trx } from '../platform/database/db.ts'
import { slugFrom } from '../platform/slug/slug.ts'
import { placeLast, touchWorkspaceActivity } from '../workspace/index.ts'
import { noContent, toTab } from './article-content.ts'
import { insertDraft, saveTabs, seedTabs, updateRow } from './article-write.queries.ts'

type Imported = {
  /** Made from what is imported, so that doing it again makes no second one. */
  readonly id: string
  readonly title: string
  readonly tags: readonly string[]
  /** Ids are 16 characters, as those that clients make. */
  readonly tabs: readonly { readonly id: string; readonly title: string; readonly note: NoteJson }[]
  readonly workspaceId: string
  /** Another imported article. */
  readonly parentId: string | null
  readonly isPublished: boolean
}

/**
 * An article from elsewhere: published at once, as the last of its level, without telling anybody; or as a draft that goes
 * under its parent when both are published. The caller has checked the workspace and holds it.
 */
export async function insertImported(trx: Trx, member: Member, imported: Imported): Promise<void> {
  const { id, title, tags, workspaceId, parentId, isPublished } = imported
  const titled = imported.tabs.map((tab) => ({ ...tab, title: keptTabTitle(tab.title) }))
  const slugs = tabSlugs(titled, slugFrom)
  const tabs = titled.map((tab, index) => toTab({ ...tab, slug: slugs[index] ?? '' }))
  const content = { ...noContent, title, tags, workspaceId, parentArticleId: isPublished ? null : parentId, tabs }
  const clientId = derivedId(id, 'import')
  const made = await insertDraft(trx, { id, companyId: member.company.id, authorId: member.userId, clientId, content })
  if (made === null) return
  await saveTabs(trx, id, tabs)
  if (!isPublished) return seedTabs(trx, id, tabs)
  await updateRow(trx, id, { published_at: new Date() })
  await placeLast(trx, workspaceId, id, parentId)
  await touchWorkspaceActivity(trx, workspaceId)
}
