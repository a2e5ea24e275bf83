/** The access of note files to articles: who may add one, and what each reader may see. */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { rule, type Actor } from '../../access/index.ts'
import type { Db } from '../../platform/database/db.ts'
import type { FileArticles, FilePage, FileAccess, UploadTarget } from '../../file/index.ts'
import { ranks } from '../../workspace/index.ts'
import { isVisibleToSuperAdmin, loadSaveSubject, maySave, resolveSubject, type SaveSubject } from '../article.policy.ts'
import { findSubjectRows, type SubjectRow } from '../article.queries.ts'

type ExistingSubject = Exclude<SaveSubject, { kind: 'new' }>

/** Drafts of a published article, and those published into it, share its files. */
const rootIdOf = (found: Pick<SubjectRow, 'id' | 'originalId'>): string => found.originalId ?? found.id

async function loadUploadTarget(db: Db, actor: Actor | null, id: string): Promise<UploadTarget | null> {
  const found = await loadSaveSubject(db, actor, id)
  if (found === null || found.kind === 'new') return null
  return { rootId: rootIdOf(found), companyId: found.companyId, isEditable: maySave(actor, found) }
}

async function findPage(db: Db, actor: Actor | null, anyId: string): Promise<FilePage | null> {
  const [row] = await findSubjectRows(db, actor, [anyId])
  if (row === undefined) return null
  const found = visibleSubject(actor, row)
  if (found !== null) return { rootId: rootIdOf(found), isEditable: maySave(actor, found) }
  return actor?.isSuperAdmin && isVisibleToSuperAdmin(row) ? { rootId: row.id, isEditable: false } : null
}

function fileAccessOf(actor: Actor | null, row: SubjectRow): FileAccess | null {
  const found = visibleSubject(actor, row)
  if (found?.kind === 'draft') return 'draft'
  if (found?.kind === 'published') return (found.access?.rank ?? 0) >= ranks.editor ? 'editor' : 'reader'
  return actor?.isSuperAdmin && isVisibleToSuperAdmin(row) ? 'versions' : null
}

/** An article that is visible but cannot be shown now (archived workspace) shows no files either. */
function visibleSubject(actor: Actor | null, row: SubjectRow): ExistingSubject | null {
  try {
    return resolveSubject(actor, row)
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

export const fileArticles: FileArticles = {
  uploadRule: rule({ load: loadUploadTarget, may: (_actor, { isEditable }) => isEditable }),
  findPage,
  listAccess: async (db, actor, articleIds) => {
    const rows = await findSubjectRows(db, actor, articleIds)
    return new Map(
      rows.flatMap((row) => {
        const reach = fileAccessOf(actor, row)
        return reach === null ? [] : [[row.id, reach] as const]
      }),
    )
  },
}
