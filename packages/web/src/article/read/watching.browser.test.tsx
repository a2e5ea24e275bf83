import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { paragraphsToWire } from '@knowreel/shared/video/paragraph/paragraph.wire.ts'
import { openPage } from '../../../test/open-page.tsx'
import type { Answers } from '../../../test/fake-server.ts'
import { button, dialog, expectGone, expectVisible, field, heading, person, texts } from '../../../test/person.ts'
import { aTreeEntry, aWorkspace } from '../../../test/samples.ts'
import { createComment } from '../../comment/comment.fixture.ts'
import { aTranscript, aTranscriptRecording } from '../../transcription/transcript.fixture.ts'
import { workspaceAnswers } from '../../../test/workspace-answers.ts'
import { buildArticle } from '../edit/draft/draft.fixture.ts'

const workspace = aWorkspace({ id: 'runbooks', shortId: 'runbooks', slug: 'runbooks', title: 'Support runbooks' })
const part = (title: string, from: number) => ({
  id: title,
  title,
  tags: [],
  isExpanded: true,
  map: [{ videoId: 'v1', in: from, dur: 3000 }],
  items: [],
})
const rendition = {
  url: '/files/rendition.mp4',
  mime: 'video/mp4',
  needsCodecs: false,
  duration: 6000,
  posterUrl: null,
  spriteUrl: null,
  sprite: null,
}
const entry = aTreeEntry({ id: 'article-1', title: 'Replace a meter', duration: 6000, isHasText: false })
const article = buildArticle({
  ...entry,
  isDraft: false,
  workspace,
  rendition,
  paragraphs: paragraphsToWire([part('Roof', 0), part('Cellar', 3000)], (title) => title.toLowerCase()),
})

async function openRecording(part = 'roof', read = article, answers: Answers = {}) {
  const opened = await openPage(`/b/runbooks/runbooks/article-1/article/${part}`, {
    width: 1440,
    height: 900,
    answers: {
      ...workspaceAnswers([{ ...workspace, order: [{ value: 'article-1', items: [] }] }], [entry]),
      'article.get': { article: read },
      'comment.count': { commentsCount: 0 },
      'comment.list': { comments: [], isTruncated: false, before: null },
      'reaction.list': { reactions: [] },
      'notification.articleFollow': { follow: null },
      ...answers,
    },
  })
  await expectVisible(heading('Replace a meter', 1))
  await expectVisible(list)
  return opened
}

const list = page.getByRole('navigation', { name: 'Paragraphs' })

it('lists paragraphs once, beside the picture, where each leads to its URL', async () => {
  await openRecording()
  await expect.poll(() => texts(page.getByRole('treeitem'))).toEqual([expect.stringMatching(/^Replace a meter/)])
  await person.click(list.getByRole('button', { name: /^Cellar/ }))
  await expect.poll(() => location.pathname).toMatch(/\/cellar$/)
  history.back()
  await expect.poll(() => location.pathname).toMatch(/\/roof$/)
})

it('says that the workspace is archived, where nothing can be edited', async () => {
  const abilities = { ...article.abilities, editArticles: false, editWorkspace: false }
  const archived = { ...workspace, isArchived: true, order: [{ value: 'article-1', items: [] }] }
  await openRecording('roof', { ...article, abilities, workspace: archived }, workspaceAnswers([archived], [entry]))
  await expectVisible('This workspace is archived and read-only.')
})

it('gives the picture at least 880 px in theatre mode at 1440', async () => {
  await openRecording()
  await person.click(heading('Replace a meter', 1))
  await person.press('t')
  const width = () => document.querySelector('[data-stage]')?.getBoundingClientRect().width
  await expect.poll(width).toBeGreaterThanOrEqual(880)
  const main = page.getByRole('main').element()
  expect(main.scrollWidth).toBe(main.clientWidth)
})

it('opens at the second that a search result names', async () => {
  await openRecording('video?t=3.5')
  await expect.element(list.getByRole('button', { name: /^Cellar/ })).toHaveAttribute('aria-current', 'true')
})

it('lists the shortcuts of the player and of every page', async () => {
  await openRecording()
  await person.click(heading('Replace a meter', 1))
  await person.press('?')
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expectVisible(shortcuts.getByRole('heading', { name: 'Playing' }))
  await expectVisible(shortcuts.getByText('Command palette'))
})

it('shows the transcript in place of the paragraphs, where a word seeks and words are found', async () => {
  const spoken = aTranscriptRecording('Open the roof first. Then close the cellar.', { id: 'rendition' })
  await openRecording('roof', article, {
    'transcription.words': aTranscript([spoken], { abilities: { edit: false }, engine: null }),
  })
  const choice = page.getByRole('radiogroup')
  expect(button('Transcription').query(), 'the sidebar is on edit pages only').toBeNull()
  await person.click(choice.getByText('Transcript'))
  const words = page.getByRole('region', { name: 'Transcript' })
  await expectVisible(words.getByText('cellar.', { exact: true }))
  await expectGone(list)
  await expectVisible(words.getByRole('button', { name: /^Cellar/ }))
  await person.fill(field('Find a word'), 'the')
  await expectVisible('1 of 3')
  await person.click(choice.getByText('Paragraphs'))
  await expectVisible(list)
  localStorage.removeItem('knowreel.transcript')
})

it('leaves keys to a popover while the focus is in it', async () => {
  await openRecording('roof', article, {
    'comment.count': { commentsCount: 1 },
    'comment.list': {
      comments: [{ comment: createComment('1', { articleId: entry.id }), profileImage: null }],
      isTruncated: false,
      before: null,
    },
  })
  await person.click(button('1 comment', { exact: true }))
  // Until its file fails to load, the player has a button of this name too.
  const comment = page.getByRole('article', { name: /^Comment by/ })
  await person.click(comment.getByRole('button', { name: 'React' }))
  const picker = dialog('React')
  await expect.poll(() => picker.element().contains(document.activeElement)).toBe(true)
  const width = () => document.querySelector('[data-stage]')?.getBoundingClientRect().width
  const before = width()
  await person.press('t', '/', '?')
  expect(width()).toBe(before)
  expect(dialog().elements()).toHaveLength(1)
  await person.press('Escape')
  await expectGone(picker)
  await person.press('t')
  await expect.poll(width).not.toBe(before)
  await person.press('/')
  await expectVisible(dialog('Search'))
})
