import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { paragraphsToWire } from '@knowreel/shared/video/paragraph/paragraph.wire.ts'
import type { Article } from '@knowreel/shared/article/article.wire.ts'
import type { SearchResult } from '@knowreel/shared/search/search.calls.ts'
import { button, dialog, expectGone, expectVisible, field, person } from '../../../test/person.ts'
import { aResult } from '../../search/search.fixture.ts'
import { buildArticle } from './draft/draft.fixture.ts'
import { aPart, aVideo, block, openRecordingEditor } from './recording/edit-recording.fixture.ts'

const parts = [aPart('Read the ticket', 0, 8000), aPart('Check the gateway', 8000, 12_000)]
const aTab = (title: string): Article['textTabs'][number] => {
  const id = title.toLowerCase().replaceAll(' ', '-').padEnd(16, '-').slice(0, 16)
  return { id, key: id, title, slug: id, text: `<p>About ${title}</p>` }
}
const tabs = [aTab('Valve checklist'), aTab('Tools')]
const [checklist, tools] = tabs
const recording = block(/^Check the gateway/)
const note = (title: string) => page.getByRole('tabpanel', { name: title })

async function deleteTab(title: string) {
  await person.focus(button(title, { exact: true }))
  await person.press('Delete')
  await person.click(dialog(`Delete “${title}”?`).getByRole('button', { name: 'Delete tab' }))
}

it('shows the next note when the one that a link opened is deleted, and the recording after the last one', async () => {
  await openRecordingEditor(parts, { textTabs: tabs, query: `/notes?tab=${tools?.id}` })
  await expectVisible(note('Tools'))
  await deleteTab('Tools')
  await expectVisible(note('Valve checklist'))
  await expectGone(recording)
  await deleteTab('Valve checklist')
  await expectVisible(recording)
})

it('stays in the notes that a pin opened, when they are unpinned and when the tab is deleted', async () => {
  await openRecordingEditor(parts, { textTabs: tabs, pinnedNote: tools?.id })
  await expectVisible(note('Tools'))
  await person.click(button('Unpin Tools'))
  await expectGone(button('Unpin Tools'))
  await expectVisible(note('Tools'))
  await deleteTab('Tools')
  await expectVisible(note('Valve checklist'))
})

it('keeps the recording on the screen when a colleague pins a note', async () => {
  const { server } = await openRecordingEditor(parts, { textTabs: tabs })
  await expectVisible(recording)
  server.answer({
    'article.saveDraft': () => ({
      article: buildArticle({
        textTabs: tabs,
        pinnedNote: tools?.id ?? null,
        duration: 8000,
        paragraphs: paragraphsToWire(parts.slice(0, 1), (title) => title),
        videos: [aVideo()],
        updatedAt: '2026-11-13T10:00:00.000Z',
      }),
      hash: 'pinned',
    }),
  })
  await person.click(recording)
  await person.press('Delete')
  await expect.poll(() => server.requests('article.saveDraft').length).toBeGreaterThan(0)
  await expectVisible(block(/^Read the ticket/))
  await person.click(page.getByRole('radiogroup', { name: 'Video or notes' }).getByText('Notes'))
  await expectVisible(button('Unpin Tools'))
})

it('keeps the note on the screen when a colleague pins another one of a draft without a recording', async () => {
  const { server } = await openRecordingEditor([], { textTabs: tabs })
  await expectVisible(note('Valve checklist'))
  server.answer({
    'article.saveDraft': () => ({
      article: buildArticle({
        isHasText: true,
        textTabs: tabs.toReversed(),
        pinnedNote: tools?.id ?? null,
        updatedAt: '2026-11-13T10:00:00.000Z',
      }),
      hash: 'pinned',
    }),
  })
  await person.fill(field('Title', { exact: true }), 'Valves')
  await expectVisible(button('Unpin Tools'))
  await expectVisible(note('Valve checklist'))
})

it('shows what a search finds in the draft that is open, each time', async () => {
  const found = (change: Partial<SearchResult>) => aResult({ isDraft: true, shortId: 'art5678901', ...change })
  const spoken = found({
    id: 'said',
    category: 'draftVideo',
    trimmedText: 'the gateway is said',
    timedText: 'speech',
    startTime: 9000,
  })
  const written = found({
    id: 'notes',
    category: 'draftNotes',
    trimmedText: 'the gateway is written',
    textTabs: [{ id: checklist?.id ?? '', title: 'Valve checklist', slug: 'valve-checklist' }],
  })
  await openRecordingEditor(parts, {
    textTabs: tabs,
    answers: {
      'search.global': { draftNotes: [written], draftVideo: [spoken] },
      'search.addToHistory': { history: { _id: 'history', questions: [] } },
      'article.previews': { previews: [] },
    },
  })
  await expectVisible(recording)
  const open = async (name: RegExp) => {
    await person.click(page.getByRole('banner').getByRole('button', { name: 'Search' }))
    await person.fill(page.getByRole('combobox', { name: 'Search' }), 'gateway')
    await person.click(page.getByRole('option', { name }))
  }
  const position = page.getByRole('slider', { name: 'Position' })
  const time = () => position.element().getAttribute('aria-valuenow')
  await open(/is written/)
  await expectVisible(note('Valve checklist'))
  await expect.poll(() => location.pathname + location.search).toBe('/draft/art5678901/notes')
  for (const _ of [1, 2]) {
    await open(/is said/)
    await expectVisible(position)
    await expect.poll(time).toBe('9')
    await person.focus(position)
    await person.press('Home')
    await expect.poll(time).toBe('0')
    await person.click(page.getByRole('radiogroup', { name: 'Video or notes' }).getByText('Notes'))
  }
})
