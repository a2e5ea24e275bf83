import type { ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { validateTree } from '@knowreel/shared/video/paragraph/paragraph-tree.rules.ts'
import type { Member } from '../../access/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { runTransaction } from '../../platform/database/run-transaction.ts'
import { isOpenDraft, loadContent, lockArticleRows, saveContent } from '../article-write.queries.ts'
import { reloadSubject } from '../draft/save-draft.ts'
import { announceSaved, type LiveNotes } from '../live-notes.ts'

type Structure = { readonly title: string; readonly tree: ParagraphTree }

/** Changes title and paragraphs of a draft, from what they are when it is locked. A draft that has ended is left alone. */
export async function changeParagraphs(
  { db, live }: { readonly db: Db; readonly live: LiveNotes | null },
  actor: Member,
  draftId: string,
  change: (present: Structure) => Structure,
): Promise<void> {
  const { kind, id } = await reloadSubject(db, actor, draftId)
  if (kind !== 'draft') return
  const isChanged = await runTransaction(db, async (trx) => {
    const row = (await lockArticleRows(trx, [id])).get(id)
    if (row === undefined || !isOpenDraft(row) || row.company_id !== actor.company.id) return false
    const content = await loadContent(trx, row)
    const { title, tree } = change({ title: content.title, tree: content.paragraphs })
    validateTree(tree)
    const changed = { ...content, title, paragraphs: tree }
    await saveContent(trx, id, changed, { updated_at: new Date(), updated_by_id: actor.userId })
    return true
  })
  if (isChanged) announceSaved(live, id)
}
