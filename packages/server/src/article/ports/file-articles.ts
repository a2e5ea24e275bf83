/** What files of notes need to know about articles: who may add one, and what each reader may see. */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { rule, type Actor } from '../../access/index.ts'
import type { Db } from '../../platform/database/db.ts'
import type { FileArticles, FilePage, FileReach, UploadTarget } from '../../file/index.ts'
import { ranks } from '../../workspace/index.ts'
import { isOpenToSuperAdmin, loadSaveSubject, maySave, readSubject, type SaveSubject } from '../article.policy.ts'
import { findSubjectRows, type SubjectRow } from '../article.queries.ts'

type Found = Exclude<SaveSubject, { kind: 'new' }>

/** Drafts of a published article, and those published into it, share its files. */
const rootOf = (found: Pick<SubjectRow, 'id' | 'originalId'>): string => found.originalId ?? found.id

async function loadTarget(db: Db, actor: Actor | null, id: string): Promise<UploadTarget | null> {
  const found = await loadSaveSubject(db, actor, id)
  if (found === null || found.kind === 'new') return null
  return { rootId: rootOf(found), companyId: found.companyId, isEditable: maySave(actor, found) }
}

async function findPage(db: Db, actor: Actor | null, anyId: string): Promise<FilePage | null> {
  const [row] = await findSubjectRows(db, actor, [anyId])
  if (row === undefined) return null
  const found = seenSubject(actor, row)
  if (found !== null) return { rootId: rootOf(found), isEditable: maySave(actor, found) }
  return actor?.isSuperAdmin && isOpenToSuperAdmin(row) ? { rootId: row.id, isEditable: false } : null
}

function reachOf(actor: Actor | null, row: SubjectRow): FileReach | null {
  const found = seenSubject(actor, row)
  if (found?.kind === 'draft') return 'draft'
  if (found?.kind === 'published') return (found.access?.rank ?? 0) >= ranks.editor ? 'editor' : 'reader'
  return actor?.isSuperAdmin && isOpenToSuperAdmin(row) ? 'versions' : null
}

/** An article that is visible but cannot be shown now (archived workspace) shows no files either. */
function seenSubject(actor: Actor | null, row: SubjectRow): Found | null {
  try {
    return readSubject(actor, row)
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

export const fileArticles: FileArticles = {
  uploadRule: rule({ load: loadTarget, may: (_actor, { isEditable }) => isEditable }),
  findPage,
  listReach: async (db, actor, articleIds) => {
    const rows = await findSubjectRows(db, actor, articleIds)
    return new Map(
      rows.flatMap((row) => {
        const reach = reachOf(actor, row)
        return reach === null ? [] : [[row.id, reach] as const]
      }),
    )
  },
}
