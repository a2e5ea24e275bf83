import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { Article } from '@knowreel/shared/article/article.wire.ts'
import type { Workspace } from '@knowreel/shared/workspace/workspace.calls.ts'
import { noResponse, type Answers } from '../../../test/fake-server.ts'
import { openPage, phone } from '../../../test/open-page.tsx'
import { dialog, expectVisible, menuItem, person } from '../../../test/person.ts'
import { aSession, aWorkspace } from '../../../test/samples.ts'
import { workspaceAnswers } from '../../../test/workspace-answers.ts'
import { buildArticle } from '../edit/draft/draft.fixture.ts'

const runbooks = aWorkspace({ id: 'runbooks', title: 'Support runbooks' })
const carriers = aWorkspace({ id: 'carriers', title: 'Carriers' })
const personal = aWorkspace({ id: 'personal', title: 'Personal', visibility: 'personal' })
const company = aWorkspace({ id: 'company', title: 'Brightmeter', visibility: 'organization' })

const tab = { id: 'tab4567890123456', key: 'tab4567890123456', title: 'Note', slug: 'note', text: '' }
const emptyDraft = (workspace: Workspace): Article =>
  buildArticle({ workspace, title: '', isHasText: false, textTabs: [tab] })

const draftAnswers = (workspace: Workspace): Answers => {
  const draft: Article = emptyDraft(workspace)
  return {
    'article.saveDraft': { article: draft, hash: 'a' },
    'draft.get': { article: draft },
    'draft.discardHash': { hash: 'a' },
    'comment.count': { commentsCount: 0 },
    'comment.list': { comments: [], isTruncated: false, before: null },
    'reaction.list': { reactions: [] },
  }
}

const open = (workspaces: Workspace[], answers: Answers = {}, options: { width?: number; height?: number } = {}) =>
  openPage('/workspaces', {
    width: 1440,
    height: 900,
    ...options,
    answers: { ...workspaceAnswers(workspaces), ...draftAnswers(workspaces[0] ?? runbooks), ...answers },
  })

async function write() {
  await person.click(page.getByRole('banner').getByRole('button', { name: 'Create' }))
  await person.click(menuItem('Write an article'))
}

const expectTitleFocused = () => expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('Title')

it('opens a draft in the only workspace, with the caret in its title', async () => {
  const { server } = await open([runbooks])
  await write()
  await expect.poll(() => location.pathname).toBe('/draft/art5678901')
  await expectTitleFocused()
  expect(page.getByText('The article title is required').query(), 'nobody has left the field yet').toBeNull()
  const [request, ...others] = server.requests('article.saveDraft')
  expect(others).toEqual([])
  expect(request).toMatchObject({ params: { id: 'new' }, body: { title: '', workspace: 'runbooks' } })
})

it.each([
  ['the one for the whole company', undefined, 'company'],
  ['the one used last', 'carriers', 'carriers'],
  ['the one for the whole company, if the last one is gone', 'deleted', 'company'],
])('preselects, among several workspaces, %s', async (_, last, expected) => {
  const session = aSession()
  const { server } = await openPage('/workspaces', {
    session,
    width: 1440,
    height: 900,
    answers: { ...workspaceAnswers([runbooks, company, carriers]), ...draftAnswers(company) },
  })
  const { user } = session
  if (last) localStorage.setItem(`knowreel.created-in:${user.id}:${user.company?.id}`, last)
  await write()
  await expect.poll(() => server.requests('article.saveDraft').map(({ body }) => body.workspace)).toEqual([expected])
  await expectTitleFocused()
})

it('lets people choose if nothing says which workspace they mean', async () => {
  const { server } = await open([runbooks, carriers])
  await write()
  await expectVisible(dialog('Create document'))
  await expect.element(dialog().getByRole('combobox', { name: 'Workspace' })).toHaveValue('')
  await person.click(dialog().getByRole('button', { name: 'Create article' }))
  await expectVisible('The workspace is required')
  expect(server.requests('article.saveDraft')).toEqual([])
})

it('does the same on a phone, where the title is on the page as well', async () => {
  await open([runbooks], {}, phone)
  await write()
  await expectTitleFocused()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(phone.width)
})

it('preselects that workspace in the dialog too', async () => {
  await open([runbooks, personal])
  await person.click(page.getByRole('banner').getByRole('button', { name: 'Create' }))
  await person.click(menuItem('Create an article'))
  await person.click(dialog().getByRole('button', { name: /Create document/ }))
  await expect.element(dialog().getByRole('combobox', { name: 'Workspace' })).toHaveValue('Support runbooks')
})

it('creates one draft if it is clicked twice', async () => {
  const answer = Promise.withResolvers<{ article: Article; hash: string }>()
  const { server } = await open([runbooks], { 'article.saveDraft': () => answer.promise })
  await write()
  await expect.poll(() => server.requests('article.saveDraft')).toHaveLength(1)
  await write()
  // Time for a second request.
  await new Promise((resolve) => setTimeout(resolve, 300))
  answer.resolve({ article: emptyDraft(runbooks), hash: 'a' })
  await expectTitleFocused()
  expect(server.requests('article.saveDraft')).toHaveLength(1)
})

it('finds the draft of an attempt whose response was lost', async () => {
  const { server } = await open([runbooks], { 'article.saveDraft': noResponse() })
  await write()
  await expectVisible('Connection error')
  server.answer(draftAnswers(runbooks))
  await write()
  await expectTitleFocused()
  const ids = server.requests('article.saveDraft').map(({ body }) => body.clientId)
  expect(ids.length).toBeGreaterThan(1)
  expect(new Set(ids).size).toBe(1)
})
