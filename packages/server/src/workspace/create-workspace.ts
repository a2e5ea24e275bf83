import { newId, newShortId } from '@knowreel/shared/identity/ids.ts'
import type { workspaceForm } from '@knowreel/shared/workspace/workspace.calls.ts'
import type * as z from 'zod'
import type { Member } from '../access/index.ts'
import type { Db, Trx } from '../platform/database/db.ts'
import { insertPersonalWorkspace, insertWorkspace } from './workspace.queries.ts'

type NewWorkspace = Omit<z.output<typeof workspaceForm>, 'id'> & { title: string }

/** Whoever creates a workspace owns it; it is private unless said otherwise. Gives its id. */
export async function createWorkspace(db: Db, member: Member, form: NewWorkspace): Promise<string> {
  const id = newId()
  await insertWorkspace(db, {
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

/** Made with the membership; one per person and company, however often it is asked for. Gives its id. */
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
