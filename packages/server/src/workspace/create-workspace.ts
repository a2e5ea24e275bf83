import { newId, newShortId } from '@knowreel/shared/identity/ids.ts'
import type { workspaceForm } from '@knowreel/shared/workspace/workspace.calls.ts'
import type * as z from 'zod'
import type { Member } from '../access/index.ts'
import type { Trx } from '../platform/database/db.ts'
import { insertPersonalWorkspace, insertWorkspace } from './workspace.queries.ts'

const privateTitle = 'My Private Workspace'

type NewWorkspace = Omit<z.output<typeof workspaceForm>, 'id'> & { title: string; isInitial?: boolean }

type Creator = { readonly companyId: string; readonly userId: string }

/** The creator owns the workspace; the default visibility is private. Returns its id. */
export const createWorkspace = (trx: Trx, { userId, company }: Member, form: NewWorkspace): Promise<string> =>
  create(trx, { userId, companyId: company.id }, form)

async function create(trx: Trx, { companyId, userId }: Creator, form: NewWorkspace): Promise<string> {
  const id = newId()
  await insertWorkspace(trx, {
    id,
    shortId: newShortId(),
    companyId,
    ownerId: userId,
    title: form.title,
    description: form.description,
    visibility: form.visibility ?? 'private',
    isInitial: form.isInitial,
  })
  return id
}

/** For a member who sees only the personal one and that of the company. */
export const createPrivateWorkspace = (trx: Trx, creator: Creator): Promise<string> =>
  create(trx, creator, { title: privateTitle })

/** Those of a new company: a private one for its owner, and one for everyone, named after it and listed first. */
export async function createCompanyWorkspaces(trx: Trx, owner: Creator, companyTitle: string): Promise<void> {
  await createPersonalWorkspace(trx, owner)
  await createPrivateWorkspace(trx, owner)
  await create(trx, owner, { title: companyTitle, visibility: 'organization', isInitial: true })
}

/** Created with the membership; idempotent, one per person and company. Returns its id. */
export const createPersonalWorkspace = (trx: Trx, { companyId, userId }: Creator): Promise<string> =>
  insertPersonalWorkspace(trx, {
    id: newId(),
    shortId: newShortId(),
    companyId,
    ownerId: userId,
    title: `PW_${userId}`,
  })
