import { newKey } from '@knowreel/shared/identity/ids.ts'
import { wholeRecording } from '@knowreel/shared/video/play-map.ts'
import { paragraphsToInput } from '@knowreel/shared/video/paragraph/paragraph-conversion.ts'
import { describe, expect, test } from 'vitest'
import { startTestServer } from '../../../test/server.ts'
import { buildCompany, buildMember } from '../../company/company.builder.ts'
import { buildVideo } from '../../video/video.builder.ts'
import { buildWorkspace, grantWorkspaceRole } from '../../workspace/workspace.builder.ts'
import { buildArticle, buildDraft } from '../article.builder.ts'

const server = await startTestServer()
const { db } = server
const company = await buildCompany(db)
const [author, colleague, stranger] = [
  await buildMember(db, company),
  await buildMember(db, company),
  await buildMember(db, company),
]
const workspace = await buildWorkspace(db, { company, owner: author })
await grantWorkspaceRole(db, { workspace, user: colleague, role: 'editor' })
const token = await server.signIn(author, company)
const colleagueToken = await server.signIn(colleague, company)
const strangerToken = await server.signIn(stranger, company)

type Body = Parameters<typeof server.call<'article.saveDraft'>>[1]['body']
const saveDraft = (id: string, body: Body, by = token) => server.call('article.saveDraft', { params: { id }, body }, by)
const publish = (id: string, body: Body) =>
  server.call('article.save', { params: { id }, body: { ...body, isPublish: true } }, token)
const build = () => buildDraft(db, { workspace, author, title: 'Gateways', tags: ['meter'] })

describe('a save based on content that a colleague has changed since', () => {
  test('is refused for the title, and none of it is stored', async () => {
    const draft = await build()
    await saveDraft(draft.id, { title: 'Theirs', baseFields: { title: 'Gateways' } }, colleagueToken)
    const late = await saveDraft(draft.id, { title: 'Mine', tags: ['roof'], baseFields: { title: 'Gateways' } })
    expect([late.status, late.error.code]).toEqual([409, 'draft_changed'])
    const { article } = (await server.call('draft.get', { params: { id: draft.id } }, token)).ok
    expect([article.title, article.tags]).toEqual(['Theirs', ['meter']])
  })

  test('is refused for the tags', async () => {
    const draft = await build()
    await saveDraft(draft.id, { tags: ['meter', 'roof'] }, colleagueToken)
    const late = await saveDraft(draft.id, { tags: ['meter', 'cellar'], baseFields: { tags: ['meter'] } })
    expect([late.status, late.error.code]).toEqual([409, 'draft_changed'])
  })

  test('is accepted when it sends the same value, is based on the current one, or changes another field', async () => {
    const draft = await build()
    await saveDraft(draft.id, { title: 'Theirs' }, colleagueToken)
    const again = await saveDraft(draft.id, { title: 'Theirs', baseFields: { title: 'Gateways' } })
    const fresh = await saveDraft(draft.id, { title: 'Mine', baseFields: { title: 'Theirs' } })
    const other = await saveDraft(draft.id, { tags: [], baseFields: { title: 'Gateways', tags: ['meter'] } })
    expect([again.status, fresh.status, other.status]).toEqual([200, 200, 200])
  })

  test('is refused when publishing too, for a draft and for an article without one', async () => {
    const draft = await build()
    await saveDraft(draft.id, { title: 'Theirs' }, colleagueToken)
    expect((await publish(draft.id, { title: 'Mine', baseFields: { title: 'Gateways' } })).status).toBe(409)
    const article = await buildArticle(db, { workspace, author, tags: ['theirs'] })
    const late = await publish(article.id, { tags: ['mine'], baseFields: { tags: [] } })
    expect([late.status, late.error.code]).toEqual([409, 'draft_changed'])
    expect((await publish(article.id, { tags: ['mine'], baseFields: { tags: ['theirs'] } })).ok.article.tags).toEqual([
      'mine',
    ])
  })

  test('is accepted once and refused once when two arrive concurrently, every time', async () => {
    for (let round = 0; round < 10; round++) {
      const draft = await build()
      const baseFields = { title: 'Gateways' }
      const both = await Promise.all([
        saveDraft(draft.id, { title: 'Mine', baseFields }),
        saveDraft(draft.id, { title: 'Theirs', baseFields }, colleagueToken),
      ])
      expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    }
  })
})

describe('an article that is copied from another one', () => {
  const paragraphsOf = async () => {
    const video = await buildVideo(db, company, { duration: 2000 })
    const tree = [
      { id: newKey(), title: 'Roof', tags: [], isExpanded: true, map: wholeRecording(video, 2000), items: [] },
    ]
    return { tree, sent: paragraphsToInput(tree).map(({ id, title, duration, pm }) => ({ id, title, duration, pm })) }
  }

  test('plays its recordings, whoever recorded them', async () => {
    const { tree, sent } = await paragraphsOf()
    const draft = await buildDraft(db, { workspace, author, paragraphs: tree })
    const body = { title: 'Kept apart', paragraphs: sent }
    const without = await saveDraft('new', body, colleagueToken)
    expect([without.status, without.error.code]).toEqual([422, 'unknown_video'])
    const made = (await saveDraft('new', { ...body, copyOf: draft.shortId }, colleagueToken)).ok.article
    expect(made).toMatchObject({ duration: 2000, original: null })
    expect(made.paragraphs.map(({ title }) => title)).toEqual(['Roof'])
  })

  test('gives access to no recording of an article that the caller may not edit', async () => {
    const { tree, sent } = await paragraphsOf()
    const draft = await buildDraft(db, { workspace, author, paragraphs: tree })
    const refused = await saveDraft('new', { title: 'Taken', paragraphs: sent, copyOf: draft.id }, strangerToken)
    expect([refused.status, refused.error.code]).toEqual([422, 'unknown_article'])
  })
})
