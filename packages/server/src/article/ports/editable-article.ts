import type { Member } from '../../access/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { loadSaveSubject, maySave } from '../article.policy.ts'

/** The uuid of an article or draft that this person may edit, or of what a draft has become; null for any other. */
export async function findEditableArticle(db: Db, actor: Member, id: string): Promise<string | null> {
  const found = await loadSaveSubject(db, actor, id)
  if (found === null || found.kind === 'new' || !maySave(actor, found)) return null
  return found.kind === 'gone' ? found.articleId : found.id
}
