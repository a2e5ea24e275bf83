// Two people change the same articles concurrently. Of three equal libraries, two receive the changes one after the
// other, in either order, and the third receives them concurrently. Its final state and both responses must equal those
// of one of the two orders.
import { newKey } from '@knowreel/shared/identity/ids.ts'
import { describe, expect, test } from 'vitest'
import { describeLibrary, findInconsistencies, readLibrary } from '../../test/access/article-state.ts'
import { startTestServer } from '../../test/server.ts'
import { isSoak } from '../../test/soak.ts'
import { buildCompany, buildMember } from '../company/company.builder.ts'
import { buildWorkspace, grantWorkspaceRole } from '../workspace/workspace.builder.ts'
import { buildArticle, buildDraft, buildVersion } from './article.builder.ts'

const server = await startTestServer()
const { db } = server
const company = await buildCompany(db)
const elsewhere = await buildCompany(db)
const one = await buildMember(db, company)
const other = await buildMember(db, company)
for (const user of [one, other]) await buildMember(db, elsewhere, { user })
const [token, otherToken] = [await server.signIn(one, company), await server.signIn(other, company)]

type Library = Awaited<ReturnType<typeof buildLibrary>>
type Change = (library: Library, by: string) => Promise<{ status: number }>

/**
 * A handbook with a chapter that has a section, and a second article with a sub-article; the chapter has a draft and a
 * version.
 */
async function buildLibrary() {
  const [from, to, away] = [
    await buildWorkspace(db, { company, owner: one, title: 'From' }),
    await buildWorkspace(db, { company, owner: one, title: 'To' }),
    await buildWorkspace(db, { company: elsewhere, owner: one, title: 'Away' }),
  ]
  for (const workspace of [from, to, away]) await grantWorkspaceRole(db, { workspace, user: other, role: 'editor' })
  const build = (title: string, parent: { id: string } | null = null) =>
    buildArticle(db, { workspace: from, title, parent, textTabs: [{ id: newKey(), title: 'Note', text: title }] })
  const guide = await build('Guide')
  const extra = await build('Extra', guide)
  const handbook = await build('Handbook')
  const chapter = await build('Chapter', handbook)
  const section = await build('Section', chapter)
  await buildVersion(db, { article: chapter, title: 'Old chapter', textTabs: [{ title: 'Note', text: 'old' }] })
  const draft = await buildDraft(db, { original: guide, title: 'New guide' })
  return { from, to, away, guide, extra, handbook, chapter, section, draft }
}

const merge =
  (left: 'guide' | 'chapter' | 'section' | 'extra', target: typeof left | 'handbook'): Change =>
  ({ [left]: { id: articleId }, [target]: { id: targetId } }, by) =>
    server.call('article.merge', { body: { articleId, targetId } }, by)
const publish =
  (what: 'chapter' | 'section' | 'draft' | 'handbook', title?: string): Change =>
  ({ [what]: { id } }, by) =>
    server.call('article.save', { params: { id }, body: { title, isPublish: true } }, by)
const transfer =
  (what: 'chapter' | 'handbook' | 'guide', destination: 'to' | 'away'): Change =>
  ({ [what]: { id }, [destination]: { id: workspaceId, companyId } }, by) =>
    server.call('article.transfer', { params: { id }, body: { companyId, workspaceId } }, by)
const remove =
  (what: 'chapter' | 'handbook' | 'section'): Change =>
  ({ [what]: { id } }, by) =>
    server.call('article.remove', { params: { id } }, by)
const duplicate =
  (what: 'chapter' | 'handbook' | 'section'): Change =>
  ({ [what]: { id: articleId } }, by) =>
    server.call('article.duplicate', { body: { articleId } }, by)
const archive =
  (what: 'chapter' | 'handbook', isArchived = true): Change =>
  ({ [what]: { id } }, by) =>
    server.call('article.setArchived', { body: { articleIds: [id], isArchived } }, by)
/** Moves the guide under the section and leaves the rest unchanged. */
const reorder: Change = ({ from, guide, extra, handbook, chapter, section }, by) => {
  const under = { value: guide.id, items: [{ value: extra.id, items: [] }] }
  const leaf = { value: section.id, items: [under] }
  const order = [{ value: handbook.id, items: [{ value: chapter.id, items: [leaf] }] }]
  return server.call('workspace.saveOrder', { params: { id: from.id }, body: { order } }, by)
}
const saveDraft: Change = ({ draft }, by) =>
  server.call('article.saveDraft', { params: { id: draft.id }, body: { title: 'Newer guide' } }, by)
const discard: Change = ({ draft }, by) => server.call('draft.discard', { params: { id: draft.id }, body: {} }, by)
/** As the client does it, without a pause; the number it deletes is the one it read. */
const restore: Change = async ({ from, chapter }, by) => {
  const params = { ws: from.id, id: chapter.id, version: '1' }
  const read = await server.call('articleVersion.get', { params }, by)
  if (read.status !== 200) return read
  const { title, tags, textTabs, pinnedNote, paragraphs } = read.ok.article
  const body = { title, tags, textTabs, pinnedNote, paragraphs, isPublish: true, isKeepDraft: true, restoresVersion: 1 }
  return server.call('article.save', { params: { id: chapter.id }, body }, by)
}

async function outcome(run: (library: Library) => Promise<readonly { status: number }[]>) {
  const library = await buildLibrary()
  const ids = [library.from.id, library.to.id, library.away.id]
  const before = await readLibrary(db, ids)
  const answers = (await run(library)).map(({ status }) => status)
  const state = await readLibrary(db, ids)
  expect(findInconsistencies(state, before)).toEqual([])
  return { answers, library: describeLibrary(state) }
}

type Outcome = Awaited<ReturnType<typeof outcome>>

/** An article that has left for another company by the time the response is read no longer exists for the reader. */
const isAs = (serial: Outcome, { answers, library }: Outcome): boolean =>
  serial.library === library &&
  serial.answers.every((status, index) => answers[index] === status || (status === 200 && answers[index] === 404))

const rounds = isSoak ? 20 : 2

describe('two concurrent changes end as if one had followed the other:', () => {
  const pairs: [string, Change, Change][] = [
    ['merging an article while it is published', merge('chapter', 'handbook'), publish('chapter', 'New chapter')],
    ['merging into an article while it is published', merge('section', 'handbook'), publish('handbook', 'New book')],
    ['merging an article while its draft is saved', merge('guide', 'handbook'), saveDraft],
    ['merging an article while its draft is discarded', merge('guide', 'handbook'), discard],
    ['merging two articles into one another', merge('chapter', 'section'), merge('section', 'chapter')],
    ['merging one article into two', merge('chapter', 'handbook'), merge('chapter', 'section')],
    ['merging while the target is transferred', merge('section', 'handbook'), transfer('handbook', 'to')],
    ['merging while the target goes to another company', merge('extra', 'handbook'), transfer('handbook', 'away')],
    ['transferring while the order is changed', transfer('handbook', 'to'), reorder],
    ['transferring to another company while the order is changed', transfer('chapter', 'away'), reorder],
    ['transferring to two workspaces', transfer('handbook', 'to'), transfer('handbook', 'away')],
    ['transferring a part while the whole goes elsewhere', transfer('chapter', 'away'), transfer('handbook', 'to')],
    ['transferring while a sub-article is published', transfer('handbook', 'away'), publish('section', 'New section')],
    ['transferring while the draft is published', transfer('guide', 'away'), publish('draft')],
    ['deleting while it is duplicated', remove('chapter'), duplicate('chapter')],
    ['deleting while a sub-article is duplicated', remove('handbook'), duplicate('section')],
    ['deleting while a sub-article goes to another company', remove('handbook'), transfer('chapter', 'away')],
    ['deleting while it is merged', remove('handbook'), merge('chapter', 'section')],
    ['duplicating twice', duplicate('chapter'), duplicate('chapter')],
    ['archiving while the order is changed', archive('handbook'), reorder],
    ['archiving while it is merged', archive('chapter'), merge('section', 'handbook')],
    ['archiving while it is restored', archive('chapter'), restore],
    ['restoring while it is published', restore, publish('chapter', 'New chapter')],
    ['restoring while it is transferred', restore, transfer('handbook', 'away')],
    ['discarding while it is published', discard, publish('draft')],
  ]

  test.each(pairs)('%s', async (_name, first, second) => {
    const serial = [
      await outcome(async (library) => [await first(library, token), await second(library, otherToken)]),
      await outcome(async (library) => {
        const answer = await second(library, otherToken)
        return [await first(library, token), answer]
      }),
    ]
    for (let round = 0; round < rounds; round++) {
      const both = await outcome((library) => Promise.all([first(library, token), second(library, otherToken)]))
      expect(
        serial.some((one) => isAs(one, both)),
        JSON.stringify({ serial, both }, null, 1),
      ).toBe(true)
    }
  })
})
