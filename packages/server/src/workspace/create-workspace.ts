import { newId, newShortId } from '@knowreel/shared/identity/ids.ts'
import type { workspaceForm } from '@knowreel/shared/workspace/workspace.calls.ts'
import type * as z from 'zod'
import type { Member } from '../access/index.ts'
import type { Trx } from '../platform/database/db.ts'
import { insertPersonalWorkspace, insertWorkspace } from './workspace.queries.ts'

type NewWorkspace = Omit<z.output<typeof workspaceForm>, 'id'> & { title: string }

/** The creator owns the workspace; the default visibility is private. Returns its id. */
export async function createWorkspace(trx: Trx, member: Member, form: NewWorkspace): Promise<string> {
  const id = newId()
  await insertWorkspace(trx, {
    id,
    shortId: newShortId(),
    companyId: member.company.id,
    ownerId: member.userId,
    title: form.title,
    description: form.description,
    visibility: form.visibility ?? 'private',
  })
  return id
}

/** Created with the membership; idempotent, one per person and company. Returns its id. */
export const createPersonalWorkspace = (
  trx: Trx,
  { companyId, userId }: { companyId: string; userId: string },
): Promise<string> =>
  insertPersonalWorkspace(trx, {
    id: newId(),
    shortId: newShortId(),
    companyId,
    ownerId: userId,
    title: `PW_${userId}`,
  })
