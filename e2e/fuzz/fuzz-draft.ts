/** A draft that two people may edit; it begins with a ledger for each of them. */
import { newKey } from '../../packages/shared/src/identity/ids.ts'
import { buildDraft } from '../../packages/server/src/article/article.builder.ts'
import { buildCompany, buildMember } from '../../packages/server/src/company/company.builder.ts'
import type { Db } from '../../packages/server/src/platform/database/db.ts'
import { startSession } from '../../packages/server/src/user/index.ts'
import { buildWorkspace, grantWorkspaceRole } from '../../packages/server/src/workspace/workspace.builder.ts'
import type { FuzzInput } from './fuzz-editing.ts'

export async function buildFuzzedDraft(db: Db): Promise<Pick<FuzzInput, 'tokens' | 'article'>> {
  const company = await buildCompany(db)
  const workspace = await buildWorkspace(db, { company, visibility: 'organization' })
  const colleague = await buildMember(db, company)
  await grantWorkspaceRole(db, { workspace, user: colleague, role: 'editor' })
  const [tabId, otherTabId] = [newKey(), newKey()]
  const textTabs = [
    { id: tabId, title: 'Note', text: '\n\nWords of both\nand more of them' },
    { id: otherTabId, title: 'Other', text: 'Beside ' },
  ]
  const draft = await buildDraft(db, { workspace, title: 'Edited at random', author: company.owner, textTabs })
  const signIn = (user: { id: string }) => startSession(db, { userId: user.id, companyId: company.id, userAgent: null })
  return {
    tokens: [await signIn(company.owner), await signIn(colleague)],
    article: { id: draft.id, shortId: draft.shortId, tabId, otherTabId },
  }
}
