/**
 * The expected result of each permission for each persona, with the sample request. A permission without a row does not
 * compile; a row without a cell for each persona ends the run.
 *
 * `ok` access is granted · 401 sign in first · 404 it does not exist for this persona · 403 visible but not allowed ·
 * 422 allowed, but refused by a rule of the subject itself.
 */
import type { Call } from '@knowreel/shared/catalogue/call.ts'
import type { Permission } from '@knowreel/shared/access/permissions.ts'
import { personas, type CallName, type Persona } from '../world.ts'

export type Cell = 'ok' | '401' | '403' | '404' | '422'
export type Row = Readonly<Record<Persona, Cell>>

function row(cells: string): Row {
  const read = cells.trim().split(/\s+/)
  if (read.length !== personas.length || !read.every((cell) => /^(ok|401|403|404|422)$/.test(cell)))
    throw new Error(`A row of the access table has one cell for each persona: ${cells}`)
  return Object.fromEntries(personas.map((persona, at) => [persona, read[at]])) as Row
}

type Table = Readonly<Record<Permission, Row>>

/**
 * The workspace is private: people of the company without a role in it, even its owner and admins, get the same
 * responses as strangers. `company.…` targets the caller's own company.
 */
// prettier-ignore
const privateTable: Table = {
  //                            guest stranger colleague viewer editor admin owner moderator cAdmin cOwner super deactivated
  'installation.manage':    row('401     404     404     404     404    404   404    404     404    404    ok     404'),
  'audit.view':             row('401     ok      403     403     403    403   403    403     ok     ok     403    403'),
  'billing.manage':         row('401     ok      403     403     403    403   403    403     403    ok     403    403'),
  'billing.manageSubscription': row('401     404     403     403     403    403   403    403     403    ok     404    403'),
  'billing.viewTransaction': row('401     404     403     403     403    403   403    403     403    ok     404    403'),
  'billing.viewSeatCost':   row('401     ok      403     403     403    403   403    ok      ok     ok     403    403'),
  'session.end':            row('401     404     404     404     404    404   ok     404     404    404    404    404'),
  'apiKey.revoke':          row('401     404     404     404     404    404   ok     404     404    404    404    403'),
  'company.view':           row('401     404     ok      ok      ok     ok    ok     ok      ok     ok     404    404'),
  'company.edit':           row('401     ok      403     403     403    403   403    403     ok     ok     403    403'),
  'company.manageAi':       row('401     ok      403     403     403    403   403    403     403    ok     403    403'),
  'company.manageWebhooks': row('401     ok      403     403     403    403   403    403     ok     ok     403    403'),
  'webhook.manage':         row('401     404     403     403     403    403   403    403     ok     ok     404    403'),
  'template.view':          row('401     404     ok      ok      ok     ok    ok     ok      ok     ok     404    403'),
  // Made by the owner for the company.
  'template.manage':        row('401     404     403     403     403    403   ok     403     ok     ok     404    403'),
  'company.manageUsers':    row('401     ok      403     403     403    403   403    ok      ok     ok     403    403'),
  'company.viewInvitations': row('401    ok      403     403     403    403   403    ok      ok     ok     ok     403'),
  'company.manageGroups':   row('401     ok      403     403     403    403   403    ok      ok     ok     403    403'),
  'company.viewGroups':     row('401     ok      403     403     403    403   403    ok      ok     ok     ok     403'),
  'companyUser.setRole':    row('401     404     403     403     403    403   403    ok      ok     ok     404    403'),
  'companyUser.setStatus':  row('401     404     403     403     403    403   403    ok      ok     ok     404    403'),
  'companyUser.remove':     row('401     404     403     403     403    403   403    403     ok     ok     404    403'),
  'invitation.withdraw':    row('401     404     403     403     403    403   403    403     ok     ok     404    403'),
  'group.view':             row('401     404     403     403     403    403   403    ok      ok     ok     404    403'),
  'group.manage':           row('401     404     403     403     403    403   403    ok      ok     ok     404    403'),
  'workspace.view':         row('404     404     404     ok      ok     ok    ok     404     404    404    404    403'),
  'workspace.viewPeople':   row('401     404     404     ok      ok     ok    ok     404     404    404    404    403'),
  'workspace.favorite':     row('401     404     404     ok      ok     ok    ok     404     404    404    404    403'),
  'workspace.edit':         row('401     404     404     403     403    ok    ok     404     404    404    404    403'),
  'workspace.delete':       row('401     404     404     403     403    ok    ok     404     404    404    404    403'),
  'workspace.archive':      row('401     404     404     403     403    ok    ok     404     404    404    404    403'),
  'workspace.manage':       row('401     404     404     403     403    ok    ok     404     404    404    404    403'),
  'workspace.reorder':      row('401     404     404     403     ok     ok    ok     404     404    404    404    403'),
  'article.view':           row('404     404     404     ok      ok     ok    ok     404     404    404    404    403'),
  'article.edit':           row('401     404     404     403     ok     ok    ok     404     404    404    404    403'),
  'article.restore':        row('401     404     404     403     ok     ok    ok     404     404    404    404    403'),
  'article.save':           row('401     404     404     403     ok     ok    ok     404     404    404    404    403'),
  // Of the author of the article, who owns the workspace, and of its admins.
  'article.download':       row('401     404     404     403     403    ok    ok     404     404    404    404    403'),
  'article.versions':       row('401     404     404     403     ok     ok    ok     404     404    404    ok     403'),
  // Readers are not shown that a draft exists.
  'draft.view':             row('401     404     404     404     ok     ok    ok     404     404    404    404    403'),
  'draft.edit':             row('401     404     404     404     ok     ok    ok     404     404    404    404    403'),
  'file.upload':            row('401     404     404     403     ok     ok    ok     404     404    404    404    403'),
  // An image of the published content.
  'file.view':              row('404     404     404     ok      ok     ok    ok     404     404    404    404    403'),
  'importExport.exportWorkspace': row('401     404     404     ok      ok     ok    ok     404     404    404    404    403'),
  'importExport.exportArticle':   row('401     404     404     ok      ok     ok    ok     404     404    404    404    403'),
  'importExport.import':          row('401     404     404     403     ok     ok    ok     404     404    404    404    403'),
  // The sample names the group of the viewer.
  'workspace.viewArticles': row('404     404     404     ok      ok     ok    ok     404     404    404    404    403'),
  'share.edit': row('401     404     404     403     ok     ok    ok     404     404    404    404    403'),
  'share.people': row('401     404     404     403     ok     ok    ok     404     404    404    404    403'),
  'share.token': row('401     404     404     ok      ok     ok    ok     404     404    404    404    403'),
  'share.openPrivate': row('401     404     404     ok      ok     ok    ok     404     404    404    404    403'),
  // Also allowed for recipients by name: shared-by-name.test.ts.
  'comment.list':           row('401     404     404     ok      ok     ok    ok     404     404    404    404    403'),
  'comment.write':          row('401     404     404     ok      ok     ok    ok     404     404    404    404    403'),
  'reaction.view':          row('404     404     404     ok      ok     ok    ok     404     404    404    404    403'),
  'transcription.view':     row('404     404     404     ok      ok     ok    ok     404     404    404    404    403'),
  'transcription.edit':     row('401     404     404     403     ok     ok    ok     404     404    404    404    403'),
  'notification.followArticle':   row('401     404     404     ok      ok     ok    ok     404     404    404    404    403'),
  'review.view':            row('401     404     404     ok      ok     ok    ok     404     404    404    404    403'),
  'notification.followWorkspace': row('401     404     404     ok      ok     ok    ok     404     404    404    404    403'),
  'meeting.manage':         row('401     404     404     403     403    ok    ok     404     404    404    404    403'),
  // The sample names the owner.
  'bot.configure':          row('401     404     404     404     404    404   ok     404     404    404    404    403'),
}

type Rows = Partial<Table>

/** Every member reads; owner and admin of the company are its admins without a role. */
// prettier-ignore
const organizationRows: Rows = {
  //                            guest stranger colleague viewer editor admin owner moderator cAdmin cOwner super deactivated
  'workspace.view':         row('404     404     ok      ok      ok     ok    ok     ok      ok     ok     404    403'),
  'workspace.viewPeople':   row('401     404     ok      ok      ok     ok    ok     ok      ok     ok     404    403'),
  'workspace.favorite':     row('401     404     ok      ok      ok     ok    ok     ok      ok     ok     404    403'),
  'workspace.edit':         row('401     404     403     403     403    ok    ok     403     ok     ok     404    403'),
  'workspace.delete':       row('401     404     403     403     403    ok    ok     403     ok     ok     404    403'),
  'workspace.archive':      row('401     404     403     403     403    ok    ok     403     ok     ok     404    403'),
  'workspace.manage':       row('401     404     403     403     403    ok    ok     403     ok     ok     404    403'),
  'workspace.reorder':      row('401     404     403     403     ok     ok    ok     403     ok     ok     404    403'),
  'article.view':           row('404     404     ok      ok      ok     ok    ok     ok      ok     ok     404    403'),
  'article.edit':           row('401     404     403     403     ok     ok    ok     403     ok     ok     404    403'),
  'article.restore':        row('401     404     403     403     ok     ok    ok     403     ok     ok     404    403'),
  'article.save':           row('401     404     403     403     ok     ok    ok     403     ok     ok     404    403'),
  'article.download':       row('401     404     403     403     403    ok    ok     403     ok     ok     404    403'),
  'article.versions':       row('401     404     403     403     ok     ok    ok     403     ok     ok     ok     403'),
  'draft.view':             row('401     404     404     404     ok     ok    ok     404     ok     ok     404    403'),
  'draft.edit':             row('401     404     404     404     ok     ok    ok     404     ok     ok     404    403'),
  'file.upload':            row('401     404     403     403     ok     ok    ok     403     ok     ok     404    403'),
  'file.view':              row('404     404     ok      ok      ok     ok    ok     ok      ok     ok     404    403'),
  'importExport.exportWorkspace': row('401     404     ok      ok      ok     ok    ok     ok      ok     ok     404    403'),
  'importExport.exportArticle':   row('401     404     ok      ok      ok     ok    ok     ok      ok     ok     404    403'),
  'importExport.import':          row('401     404     403     403     ok     ok    ok     403     ok     ok     404    403'),
  'workspace.viewArticles': row('404     404     ok      ok      ok     ok    ok     ok      ok     ok     404    403'),
  'share.edit': row('401     404     403     403     ok     ok    ok     403     ok     ok     404    403'),
  'share.people': row('401     404     403     403     ok     ok    ok     403     ok     ok     404    403'),
  'share.token': row('401     404     ok      ok      ok     ok    ok     ok      ok     ok     404    403'),
  'share.openPrivate': row('401     404     ok      ok      ok     ok    ok     ok      ok     ok     404    403'),
  'comment.list':           row('401     404     ok      ok      ok     ok    ok     ok      ok     ok     404    403'),
  'comment.write':          row('401     404     ok      ok      ok     ok    ok     ok      ok     ok     404    403'),
  'reaction.view':          row('404     404     ok      ok      ok     ok    ok     ok      ok     ok     404    403'),
  'transcription.view':     row('404     404     ok      ok      ok     ok    ok     ok      ok     ok     404    403'),
  'transcription.edit':     row('401     404     403     403     ok     ok    ok     403     ok     ok     404    403'),
  'notification.followArticle':   row('401     404     ok      ok      ok     ok    ok     ok      ok     ok     404    403'),
  'review.view':            row('401     404     ok      ok      ok     ok    ok     ok      ok     ok     404    403'),
  'notification.followWorkspace': row('401     404     ok      ok      ok     ok    ok     ok      ok     ok     404    403'),
  'meeting.manage':         row('401     404     403     403     403    ok    ok     403     ok     ok     404    403'),
}

/** Guests and people of other companies read too, so what they may not do is refused as forbidden, not as missing. */
// prettier-ignore
const publicRows: Rows = {
  //                            guest stranger colleague viewer editor admin owner moderator cAdmin cOwner super deactivated
  ...organizationRows,
  'workspace.view':         row('ok      ok      ok      ok      ok     ok    ok     ok      ok     ok     ok     403'),
  'workspace.viewPeople':   row('401     403     ok      ok      ok     ok    ok     ok      ok     ok     403    403'),
  'workspace.favorite':     row('401     403     ok      ok      ok     ok    ok     ok      ok     ok     403    403'),
  'workspace.edit':         row('401     403     403     403     403    ok    ok     403     ok     ok     403    403'),
  'workspace.delete':       row('401     403     403     403     403    ok    ok     403     ok     ok     403    403'),
  'workspace.archive':      row('401     403     403     403     403    ok    ok     403     ok     ok     403    403'),
  'workspace.manage':       row('401     403     403     403     403    ok    ok     403     ok     ok     403    403'),
  'workspace.reorder':      row('401     403     403     403     ok     ok    ok     403     ok     ok     403    403'),
  'article.view':           row('ok      ok      ok      ok      ok     ok    ok     ok      ok     ok     ok     403'),
  'article.edit':           row('401     403     403     403     ok     ok    ok     403     ok     ok     403    403'),
  'article.restore':        row('401     403     403     403     ok     ok    ok     403     ok     ok     403    403'),
  'article.save':           row('401     403     403     403     ok     ok    ok     403     ok     ok     403    403'),
  'article.download':       row('401     403     403     403     403    ok    ok     403     ok     ok     403    403'),
  'article.versions':       row('401     403     403     403     ok     ok    ok     403     ok     ok     ok     403'),
  'file.upload':            row('401     403     403     403     ok     ok    ok     403     ok     ok     403    403'),
  'file.view':              row('ok      ok      ok      ok      ok     ok    ok     ok      ok     ok     ok     403'),
  'importExport.exportWorkspace': row('401     403     ok      ok      ok     ok    ok     ok      ok     ok     403    403'),
  'importExport.exportArticle':   row('401     403     ok      ok      ok     ok    ok     ok      ok     ok     403    403'),
  'importExport.import':          row('401     403     403     403     ok     ok    ok     403     ok     ok     403    403'),
  'workspace.viewArticles': row('ok      ok      ok      ok      ok     ok    ok     ok      ok     ok     ok     403'),
  'share.edit': row('401     403     403     403     ok     ok    ok     403     ok     ok     403    403'),
  'share.people': row('401     403     403     403     ok     ok    ok     403     ok     ok     403    403'),
  'share.token': row('401     403     ok      ok      ok     ok    ok     ok      ok     ok     403    403'),
  'share.openPrivate': row('401     ok      ok      ok      ok     ok    ok     ok      ok     ok     ok     403'),
  'comment.list':           row('401     403     ok      ok      ok     ok    ok     ok      ok     ok     403    403'),
  'comment.write':          row('401     403     ok      ok      ok     ok    ok     ok      ok     ok     403    403'),
  'reaction.view':          row('ok      ok      ok      ok      ok     ok    ok     ok      ok     ok     ok     403'),
  'transcription.view':     row('ok      ok      ok      ok      ok     ok    ok     ok      ok     ok     ok     403'),
  'transcription.edit':     row('401     403     403     403     ok     ok    ok     403     ok     ok     403    403'),
  'notification.followArticle':   row('401     403     ok      ok      ok     ok    ok     ok      ok     ok     403    403'),
  'review.view':            row('401     403     ok      ok      ok     ok    ok     ok      ok     ok     403    403'),
  'notification.followWorkspace': row('401     403     ok      ok      ok     ok    ok     ok      ok     ok     403    403'),
}

/**
 * Belongs to the owner of the workspace; roles that other people have in it are ignored, and its visibility cannot be
 * changed.
 */
// prettier-ignore
const personalRows: Rows = {
  //                            guest stranger colleague viewer editor admin owner moderator cAdmin cOwner super deactivated
  'workspace.view':         row('404     404     404     404     404    404   ok     404     404    404    404    403'),
  'workspace.viewPeople':   row('401     404     404     404     404    404   ok     404     404    404    404    403'),
  'workspace.favorite':     row('401     404     404     404     404    404   ok     404     404    404    404    403'),
  'workspace.edit':         row('401     404     404     404     404    404   422    404     404    404    404    403'),
  'workspace.delete':       row('401     404     404     404     404    404   422    404     404    404    404    403'),
  'workspace.archive':      row('401     404     404     404     404    404   422    404     404    404    404    403'),
  'workspace.manage':       row('401     404     404     404     404    404   422    404     404    404    404    403'),
  'workspace.reorder':      row('401     404     404     404     404    404   ok     404     404    404    404    403'),
  'article.view':           row('404     404     404     404     404    404   ok     404     404    404    404    403'),
  'article.edit':           row('401     404     404     404     404    404   ok     404     404    404    404    403'),
  'article.restore':        row('401     404     404     404     404    404   ok     404     404    404    404    403'),
  'article.save':           row('401     404     404     404     404    404   ok     404     404    404    404    403'),
  'article.download':       row('401     404     404     404     404    404   ok     404     404    404    404    403'),
  'article.versions':       row('401     404     404     404     404    404   ok     404     404    404    404    403'),
  'draft.view':             row('401     404     404     404     404    404   ok     404     404    404    404    403'),
  'draft.edit':             row('401     404     404     404     404    404   ok     404     404    404    404    403'),
  'file.upload':            row('401     404     404     404     404    404   ok     404     404    404    404    403'),
  'file.view':              row('404     404     404     404     404    404   ok     404     404    404    404    403'),
  'importExport.exportWorkspace': row('401     404     404     404     404    404   ok     404     404    404    404    403'),
  'importExport.exportArticle':   row('401     404     404     404     404    404   ok     404     404    404    404    403'),
  'importExport.import':          row('401     404     404     404     404    404   ok     404     404    404    404    403'),
  // Recipients by name can open this one article.
  'workspace.viewArticles': row('404     404     404     ok      404    404   ok     404     404    404    404    403'),
  'share.edit': row('401     404     404     404     404    404   ok     404     404    404    404    403'),
  'share.people': row('401     404     404     404     404    404   ok     404     404    404    404    403'),
  'share.token': row('401     404     404     ok      404    404   ok     404     404    404    404    403'),
  'share.openPrivate': row('401     404     404     ok      404    404   ok     404     404    404    404    403'),
  'comment.list':           row('401     404     404     ok      404    404   ok     404     404    404    404    403'),
  'comment.write':          row('401     404     404     ok      404    404   ok     404     404    404    404    403'),
  'reaction.view':          row('404     404     404     ok      404    404   ok     404     404    404    404    403'),
  'transcription.view':     row('404     404     404     ok      404    404   ok     404     404    404    404    403'),
  'transcription.edit':     row('401     404     404     403     404    404   ok     404     404    404    404    403'),
  'notification.followArticle':   row('401     404     404     ok      404    404   ok     404     404    404    404    403'),
  'review.view':            row('401     404     404     ok      404    404   ok     404     404    404    404    403'),
  'notification.followWorkspace': row('401     404     404     404     404    404   ok     404     404    404    404    403'),
  'meeting.manage':         row('401     404     404     404     404    404   ok     404     404    404    404    403'),
}

/** Private and read-only: visible to its editors, who may unarchive or delete it. */
// prettier-ignore
const archivedRows: Rows = {
  //                            guest stranger colleague viewer editor admin owner moderator cAdmin cOwner super deactivated
  'workspace.view':         row('404     404     404     422     ok     ok    ok     404     404    404    404    403'),
  'workspace.viewPeople':   row('401     404     404     422     ok     ok    ok     404     404    404    404    403'),
  'workspace.favorite':     row('401     404     404     422     ok     ok    ok     404     404    404    404    403'),
  'workspace.edit':         row('401     404     404     403     403    422   422    404     404    404    404    403'),
  'workspace.manage':       row('401     404     404     403     403    422   422    404     404    404    404    403'),
  'workspace.reorder':      row('401     404     404     403     422    422   422    404     404    404    404    403'),
  'article.view':           row('404     404     404     422     ok     ok    ok     404     404    404    404    403'),
  'article.edit':           row('401     404     404     422     403    403   403    404     404    404    404    403'),
  'article.restore':        row('401     404     404     422     403    403   403    404     404    404    404    403'),
  'article.save':           row('401     404     404     422     403    403   403    404     404    404    404    403'),
  'article.download':       row('401     404     404     422     403    ok    ok     404     404    404    404    403'),
  'article.versions':       row('401     404     404     422     ok     ok    ok     404     404    404    ok     403'),
  'draft.edit':             row('401     404     404     404     403    403   403    404     404    404    404    403'),
  'file.upload':            row('401     404     404     422     403    403   403    404     404    404    404    403'),
  'file.view':              row('404     404     404     404     ok     ok    ok     404     404    404    404    403'),
  'importExport.exportWorkspace': row('401     404     404     422     ok     ok    ok     404     404    404    404    403'),
  'importExport.exportArticle':   row('401     404     404     422     ok     ok    ok     404     404    404    404    403'),
  'importExport.import':          row('401     404     404     403     422    422   422    404     404    404    404    403'),
  // Links to its articles open nothing.
  'workspace.viewArticles': row('404     404     404     422     ok     ok    ok     404     404    404    404    403'),
  'share.edit': row('401     404     404     422     403    403   403    404     404    404    404    403'),
  'share.people': row('401     404     404     422     ok     ok    ok     404     404    404    404    403'),
  'share.token': row('401     404     404     422     ok     ok    ok     404     404    404    404    403'),
  'share.openPrivate': row('401     404     404     404     404    404   404    404     404    404    404    403'),
  'comment.list':           row('401     404     404     422     ok     ok    ok     404     404    404    404    403'),
  'comment.write':          row('401     404     404     422     403    403   403    404     404    404    404    403'),
  'reaction.view':          row('404     404     404     422     ok     ok    ok     404     404    404    404    403'),
  'transcription.view':     row('404     404     404     422     ok     ok    ok     404     404    404    404    403'),
  'transcription.edit':     row('401     404     404     422     403    403   403    404     404    404    404    403'),
  'notification.followArticle':   row('401     404     404     422     ok     ok    ok     404     404    404    404    403'),
  'review.view':            row('401     404     404     422     ok     ok    ok     404     404    404    404    403'),
  'notification.followWorkspace': row('401     404     404     422     ok     ok    ok     404     404    404    404    403'),
  'meeting.manage':         row('401     404     404     404     403    ok    ok     404     404    404    404    403'),
}

/** An unusable company refuses its own members every call that involves it; the responses for others do not change. */
const companyPersonas = new Set<Persona>([
  'colleague',
  'viewer',
  'editor',
  'admin',
  'owner',
  'moderator',
  'companyAdmin',
  'companyOwner',
  'deactivated',
])

type State = {
  readonly rows: Rows
  /**
   * The company refuses its members: every call except those open to every session, or, for `unpaid`, also except those
   * open while unpaid. Its owner may still pay.
   */
  readonly refuses?: 'all' | 'unpaid'
}

export const states = {
  private: { rows: {} },
  organization: { rows: organizationRows },
  public: { rows: publicRows },
  personal: { rows: personalRows },
  archived: { rows: archivedRows },
  'company deactivated': { rows: {}, refuses: 'all' },
  'company not paid': { rows: {}, refuses: 'unpaid' },
} as const satisfies Record<string, State>
export type StateName = keyof typeof states

/** Permissions whose rule does not depend on the company of the session. */
const companyIndependent = new Set<Permission>(['installation.manage', 'session.end', 'company.view'])

/** Calls whose sample is refused by a rule of its own, while others with the same permission succeed. */
const exceptions: { readonly [S in StateName]?: Partial<Record<CallName, Row>> } = {
  private: editorOnlyRows('401     404     404     403     ok     ok    ok     404     404    404    404    403'),
  organization: editorOnlyRows('401     404     403     403     ok     ok    ok     403     ok     ok     404    403'),
  public: editorOnlyRows('401     403     403     403     ok     ok    ok     403     ok     ok     403    403'),
  personal: editorOnlyRows('401     404     404     403     404    404   ok     404     404    404    404    403'),
}

/** Comments of the owner can be removed by the owner and editors only, although everyone here may write. */
function editorOnlyRows(cells: string): Partial<Record<CallName, Row>> {
  return { 'comment.remove': row(cells), 'reaction.remove': row(cells) }
}

export function expectedCell(state: StateName, name: CallName, call: Call, persona: Persona): Cell {
  const { allow } = call
  const { rows, refuses }: State = states[state]
  if (allow === 'guest') return 'ok'
  if (persona === 'guest') return typeof allow === 'object' ? rowOrPrivate(rows, allow.permission).guest : '401'
  if (allow === 'session') return 'ok'
  const isBeyond = typeof allow === 'object' && companyIndependent.has(allow.permission)
  const isRefused = refuses !== undefined && !(refuses === 'all' ? isOpenToPayer : isOpenUnpaid)(call, persona)
  if (isRefused && !isBeyond && companyPersonas.has(persona)) return '403'
  if (allow === 'member') return persona === 'deactivated' ? '403' : 'ok'
  return exceptions[state]?.[name]?.[persona] ?? rowOrPrivate(rows, allow.permission)[persona]
}

/** The company has billing. */
const isOpenToPayer = ({ allowsUnpaid }: Call, persona: Persona): boolean =>
  allowsUnpaid === 'payer' && persona === 'companyOwner'

const isOpenUnpaid = ({ allowsUnpaid }: Call, persona: Persona): boolean =>
  typeof allowsUnpaid === 'string' ? persona === 'companyOwner' : allowsUnpaid

/** Whether the state changes the cells of this call, other than by refusing it. */
export function isStateDependent(state: StateName, { allow, allowsUnpaid }: Call): boolean {
  const { rows, refuses }: State = states[state]
  return (
    (refuses === 'unpaid' && allowsUnpaid !== false) ||
    (refuses === 'all' && allowsUnpaid === 'payer') ||
    (typeof allow === 'object' && rows[allow.permission] !== undefined)
  )
}

const rowOrPrivate = (rows: Rows, permission: Permission): Row => rows[permission] ?? privateTable[permission]
