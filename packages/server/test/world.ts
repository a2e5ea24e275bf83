/** A small company with everyone the access table asks about, and one request that fits each call. */
import type { Catalogue } from '@knowreel/shared/catalogue/catalogue.ts'
import { newKey } from '@knowreel/shared/identity/ids.ts'
import { buildArticle, buildDraft } from '../src/article/article.builder.ts'
import { buildCompany, buildMember, type BuiltCompany } from '../src/company/company.builder.ts'
import type { Db } from '../src/platform/database/db.ts'
import type { BuiltUser } from '../src/user/user.builder.ts'
import { buildWorkspace, giveWorkspaceRole } from '../src/workspace/workspace.builder.ts'

export const personas = ['guest', 'stranger', 'colleague', 'viewer', 'editor', 'admin', 'owner', 'deactivated'] as const
export type Persona = (typeof personas)[number]

export type World = {
  readonly company: BuiltCompany
  readonly otherCompany: BuiltCompany
  readonly people: Readonly<Record<Exclude<Persona, 'guest'>, BuiltUser>>
  /** Private, with one published article and two drafts. */
  readonly workspace: { id: string; shortId: string }
  readonly article: { id: string; shortId: string }
  /** Draft of the published article. */
  readonly draft: { id: string; shortId: string }
  /** Never published, made by the owner. */
  readonly ownDraft: { id: string; shortId: string }
}

export async function buildWorld(db: Db): Promise<World> {
  const company = await buildCompany(db)
  const otherCompany = await buildCompany(db, { title: 'Another company' })
  const owner = await buildMember(db, company)
  const workspace = await buildWorkspace(db, { company, owner, visibility: 'private' })
  const withRole = async (role: 'viewer' | 'editor' | 'admin') => {
    const user = await buildMember(db, company)
    await giveWorkspaceRole(db, { workspace, user, role })
    return user
  }
  const people = {
    stranger: otherCompany.owner,
    colleague: await buildMember(db, company),
    viewer: await withRole('viewer'),
    editor: await withRole('editor'),
    admin: await withRole('admin'),
    owner,
    deactivated: await buildMember(db, company, { status: 'deactivated' }),
  }
  const article = await buildArticle(db, { workspace, author: owner, title: 'Published article' })
  const draft = await buildDraft(db, { original: article, author: owner, title: 'Changed article' })
  const ownDraft = await buildDraft(db, { workspace, author: owner, title: 'Never published' })
  return { company, otherCompany, people, workspace, article, draft, ownDraft }
}

type Names<F extends keyof Catalogue> = `${F}.${Extract<keyof Catalogue[F], string>}`
export type CallName = { [F in keyof Catalogue]: Names<F> }[keyof Catalogue]

export type SampleRequest = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown }

/** One request a call that fits its declaration. A call without a sample does not compile. */
export const sampleRequests: Record<CallName, (world: World) => SampleRequest> = {
  'article.get': ({ article }) => ({ params: { id: article.shortId }, query: { draft: '1' } }),
  'article.list': () => ({ query: { page: '1' } }),
  'article.notes': ({ article }) => ({ params: { id: article.id } }),
  'article.remove': ({ article }) => ({ params: { id: article.id } }),
  'article.save': ({ article }) => ({
    params: { id: article.id },
    body: { title: 'Saved', tags: ['meter'], isPublish: true, isKeepDraft: false, isNotification: false },
  }),
  'article.saveDraft': ({ article }) => ({
    params: { id: article.id },
    body: { title: 'Draft', tags: ['meter'], textTabs: [{ id: newKey(), title: 'Checklist', text: '<p>One</p>' }] },
  }),
  'article.setArchived': ({ article }) => ({ body: { articleIds: [article.id], isArchived: true } }),
  'company.list': () => ({}),
  'draft.count': () => ({}),
  'draft.discard': ({ draft }) => ({ params: { id: draft.id }, body: {} }),
  'draft.discardHash': ({ draft }) => ({ params: { id: draft.id } }),
  'draft.get': ({ draft }) => ({ params: { id: draft.shortId } }),
  'draft.list': () => ({ query: { page: '1', type: 'notes' } }),
  'draft.remove': ({ draft }) => ({ params: { id: draft.id } }),
  'operation.health': () => ({}),
  'tag.search': () => ({ params: { q: 'meter' } }),
  'session.logIn': () => ({ body: { email: 'nobody@example.com', password: 'no password' } }),
  'session.logOut': () => ({}),
  'user.me': () => ({}),
  'user.signUp': () => ({
    body: {
      firstName: 'Jonas',
      lastName: 'Lindqvist',
      email: `${newKey()}@example.com`,
      password: 'correct horse battery',
      companyTitle: 'Lindqvist Partners',
    },
  }),
  'user.updateMe': () => ({ body: { jobTitle: 'Engineer', birthDay: '1990-01-31' } }),
  'workspace.articles': ({ workspace }) => ({ params: { id: workspace.id }, query: { withSharing: '1' } }),
  'workspace.articlesCount': ({ workspace }) => ({ params: { id: workspace.id } }),
  'workspace.browse': ({ workspace }) => ({ params: { workspaceId: workspace.shortId } }),
  'workspace.create': () => ({ body: { title: 'Field installation', description: 'Wiring', visibility: 'private' } }),
  'workspace.favorite': ({ workspace }) => ({ params: { id: workspace.id }, body: { isFavorite: true } }),
  'workspace.get': ({ workspace }) => ({ params: { id: workspace.shortId } }),
  'workspace.getByShortId': ({ workspace }) => ({ params: { shortId: workspace.shortId } }),
  'workspace.list': () => ({ query: { withUsers: '1' } }),
  'workspace.remove': ({ workspace }) => ({ params: { id: workspace.id } }),
  'workspace.save': ({ workspace }) => ({ params: { id: workspace.id }, body: { title: 'A new title' } }),
  'workspace.saveOrder': ({ workspace, article }) => ({
    params: { id: workspace.id },
    body: { order: [{ value: article.id, items: [] }], baseRevision: 0 },
  }),
  'workspace.setArchived': ({ workspace }) => ({ params: { id: workspace.id }, body: { isArchived: true } }),
}
