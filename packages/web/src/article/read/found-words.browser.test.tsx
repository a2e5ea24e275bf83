import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openPage } from '../../../test/open-page.tsx'
import { expectVisible, heading, person } from '../../../test/person.ts'
import { aTreeEntry, aWorkspace } from '../../../test/samples.ts'
import { workspaceAnswers } from '../../../test/workspace-answers.ts'
import { aResult } from '../../search/search.fixture.ts'
import { buildArticle } from '../edit/draft/draft.fixture.ts'

const workspace = aWorkspace({ id: 'runbooks', shortId: 'ws2', slug: 'support' })
const entry = aTreeEntry({ id: 'article-1', shortId: 'art2', slug: 'read-a-gateway-log', title: 'Read a gateway log' })
const aTab = (id: string, title: string, text: string) => ({ id, key: id, title, slug: title.toLowerCase(), text })
const textTabs = [
  aTab('checklist-------', 'Checklist', '<p>Restart the gateway.</p>'),
  aTab('tools-----------', 'Tools', '<p>A ladder.</p>'),
]
const article = buildArticle({ ...entry, isDraft: false, workspace, textTabs })
const result = aResult({
  id: 'notes',
  category: 'articleNotes',
  trimmedText: 'restart the gateway',
  textTabs: [{ id: 'checklist-------', title: 'Checklist', slug: 'checklist' }],
  foundTextProperties: {
    initialIndex: 12,
    startIndex: 12,
    queryLength: 7,
    textToFind: 'gateway',
    textTabId: 'checklist-------',
  },
})

const marked = () => [...(CSS.highlights.get('note-found') ?? [])].map((range) => range.startContainer.textContent)
const currentUrl = () => location.pathname + location.search
const canonicalUrl = '/b/ws2/support/art2/read-a-gateway-log/notes/checklist'

async function openNote(address: string) {
  CSS.highlights.delete('note-found')
  await openPage(address, {
    answers: {
      ...workspaceAnswers([{ ...workspace, order: [{ value: entry.id, items: [] }] }], [entry]),
      'article.get': { article },
      'article.previews': { previews: [] },
      'comment.count': { commentsCount: 0 },
      'comment.list': { comments: [], isTruncated: false, before: null },
      'notification.articleFollow': { follow: null },
      'search.global': { articleNotes: [result] },
      'search.addToHistory': { history: { _id: 'history', questions: [] } },
    },
  })
  await expectVisible(heading('Read a gateway log', 1))
}

it('marks the words that the URL names, also when its slugs are wrong', async () => {
  await openNote('/b/ws2/old/art2/old/notes/checklist?find=gateway&near=12')
  await expect.poll(marked).toEqual(['Restart the gateway.'])
  await expect.poll(currentUrl).toBe(canonicalUrl)
})

it.each(['checklist', 'tools'])(
  'marks the words of a result each time, with the note %s on the screen',
  async (slug) => {
    await openNote(`/b/ws2/support/art2/read-a-gateway-log/notes/${slug}`)
    for (const _ of [1, 2]) {
      await person.click(page.getByRole('banner').getByRole('button', { name: 'Search' }))
      await person.fill(page.getByRole('combobox', { name: 'Search' }), 'gateway')
      await person.click(page.getByRole('option', { name: /restart the gateway/ }))
      await expect.poll(marked).toEqual(['Restart the gateway.'])
      await expect.poll(currentUrl).toBe(canonicalUrl)
      await expect.poll(marked, { timeout: 5000 }).toEqual([])
    }
  },
)

it('leads guests of a public workspace to it and, on narrow screens, to its articles', async () => {
  const publicWorkspace = { ...workspace, visibility: 'public' as const, order: [{ value: entry.id, items: [] }] }
  await openPage(canonicalUrl, {
    session: null,
    width: 820,
    height: 800,
    answers: {
      ...workspaceAnswers([publicWorkspace], [entry]),
      'article.get': { article: { ...article, workspace: publicWorkspace } },
      'article.previews': { previews: [] },
    },
  })
  await expectVisible(heading('Read a gateway log', 1))
  await person.click(page.getByRole('banner').getByRole('button', { name: workspace.title }))
  await expectVisible(page.getByRole('dialog').getByRole('link', { name: 'Read a gateway log' }))
  await person.press('Escape')
  await expect
    .element(page.getByRole('main').getByRole('link', { name: workspace.title }))
    .toHaveAttribute('href', '/b/ws2/support')
})
