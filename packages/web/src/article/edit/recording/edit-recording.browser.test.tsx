import { afterEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { browserJournal, createRecordingEntry } from '@knowreel/recorder/upload/index.ts'
import { paragraphsToWire } from '@knowreel/shared/video/paragraph/paragraph.wire.ts'
import {
  button,
  dialog,
  expectGone,
  expectText,
  expectVisible,
  field,
  middleOf,
  person,
} from '../../../../test/person.ts'
import { refuse } from '../../../../test/fake-server.ts'
import { aSession } from '../../../../test/samples.ts'
import { buildArticle } from '../draft/draft.fixture.ts'
import { aPart, aVideo, block, openRecordingEditor, tools } from './edit-recording.fixture.ts'

const parts = [aPart('Read the ticket', 0, 8000), aPart('Check the gateway', 8000, 12_000)]
const position = page.getByRole('slider', { name: 'Position' })

afterEach(() => vi.useRealTimers())

it('applies a trim with Enter, also after a block was clicked', async () => {
  await openRecordingEditor(parts)
  // The editor loads with the first recording.
  await expectVisible(block(/^Read the ticket/))
  await person.click(block(/^Read the ticket/))
  await person.press('t')
  await expectText(tools, 'Remove 2.0 s')
  await person.press('Enter')
  await expectText(tools, '/ 0:18')
})

it.each([
  ['Cannot load video', '/media/video1.mp4', {}],
  ['No video source', 'The file is missing or not ready yet.', { url: null }],
])('says “%s” over the picture, with %s', async (title, detail, change) => {
  await openRecordingEditor(parts, { video: aVideo(change) })
  const fault = page.getByRole('alert').filter({ hasText: title })
  await expectText(fault, detail)
  await expectVisible(fault.getByRole('button', { name: 'Try again' }))
})

it('opens the name of a new paragraph for typing', async () => {
  const { saved } = await openRecordingEditor(parts)
  await person.focus(position)
  for (let press = 0; press < 4; press++) await person.press('Shift+ArrowRight')
  await person.press('p')
  await expect.element(field('Title of Paragraph #1')).toHaveFocus()
  await person.type('go with p')
  await person.press('Enter')
  await expectVisible(block('go with p, 0:04 to 0:08'))
  await expect
    .poll(() => saved().map(({ title }) => title))
    .toEqual(['Read the ticket', 'go with p', 'Check the gateway'])
})

it('keeps undo when the page is reloaded', async () => {
  const { reload } = await openRecordingEditor(parts)
  await person.click(block(/^Check the gateway/))
  await person.press('Delete')
  await expectText(tools, '/ 0:08')
  dispatchEvent(new PageTransitionEvent('pagehide'))
  reload()
  await expectVisible(block('Read the ticket, 0:00 to 0:08'))
  await person.press('Control+z')
  await expectVisible(block('Check the gateway, 0:08 to 0:20'))
  await person.press('Control+y')
  await expectText(tools, '/ 0:08')
})

it('leaves room for the recording: a narrow main sidebar, labelled tools, and a second row only if it is used', async () => {
  await openRecordingEditor(parts)
  const heightOf = (name: string) => page.getByRole('tree', { name }).element().getBoundingClientRect().height
  await expectVisible(block(/^Check the gateway/))
  expect(page.getByRole('navigation', { name: 'Main' }).element().getBoundingClientRect().width).toBe(60)
  for (const width of [1440, 1320, 1306]) {
    await page.viewport(width, 900)
    await expectVisible(tools.getByText('Trim', { exact: true }))
    const { scrollWidth, clientWidth } = tools.element()
    expect(clientWidth).toBeGreaterThanOrEqual(900)
    expect(scrollWidth, `at ${width}`).toBe(clientWidth)
  }
  expect(heightOf('Timeline')).toBe(28)
  await person.focus(block(/^Check the gateway/))
  await person.press('Alt+ArrowDown')
  await expect.poll(() => heightOf('Timeline')).toBe(56)
})

it('shows the recording again when the last of its notes is deleted', async () => {
  const { server } = await openRecordingEditor(parts, {
    textTabs: [
      {
        id: 'valve-checklist-',
        key: 'valve-checklist-',
        title: 'Valve checklist',
        slug: 'valve-checklist',
        text: '<p>Close it</p>',
      },
    ],
  })
  await expectVisible(block(/^Check the gateway/))
  await person.click(page.getByRole('radiogroup', { name: 'Video or notes' }).getByText('Notes'))
  await expectGone(block(/^Check the gateway/))
  await person.focus(button('Valve checklist', { exact: true }))
  await person.press('Delete')
  await person.click(dialog('Delete “Valve checklist”?').getByRole('button', { name: 'Delete tab' }))
  await expectVisible(block(/^Check the gateway/))
  await expectGone(page.getByText("You don't have any notes yet."))
  await expect.poll(() => server.requests('article.saveDraft').at(-1)?.body.textTabs).toEqual([])
})

it('shows a conflict over the picture, not over the timeline', async () => {
  const { server } = await openRecordingEditor(parts, {
    answers: { 'article.saveDraft': refuse('draft_changed') },
  })
  const theirs = [{ ...aPart('Check the gateway', 8000, 9000), title: 'Their gateway' }]
  const article = buildArticle({
    duration: 9000,
    paragraphs: paragraphsToWire(theirs, (title) => title),
    videos: [aVideo()],
    updatedAt: '2026-11-13T10:00:00.000Z',
  })
  await person.click(block(/^Read the ticket/))
  server.answer({ 'draft.get': { article } })
  await person.press('t', 'Enter')
  await expectVisible(button('Keep mine'))
  const notice = button('Keep mine').element().getBoundingClientRect()
  expect(notice.top).toBeGreaterThan(60)
  expect(notice.bottom).toBeLessThan(tools.element().getBoundingClientRect().top)
})

it('waits for a file that this browser plays', async () => {
  const firstFile = aVideo({ needsCodecs: true, mime: 'video/mp4; codecs="hvc1.1.6.L93.B0"', posterUrl: null })
  const steps = [{ step: 'remux', status: 'running', progress: 10, error: null, canRetry: false }] as const
  const status = { status: 'finished', video: firstFile, progress: 100, error: null } as const
  const { server } = await openRecordingEditor(parts, {
    video: firstFile,
    answers: { 'videoUpload.status': { ...status, steps: [...steps] } },
  })
  await expectVisible(page.getByText('The video is being prepared'))
  await expectGone(button('Try again'))
  expect(server.requests('videoUpload.status').length).toBeGreaterThan(0)
})

it('says that a file ends early', async () => {
  await openRecordingEditor([aPart('Read the ticket', 0, 2800)], {
    video: aVideo({ duration: 2800, statedDuration: 8100 }),
  })
  await expectVisible(page.getByText('This file ends early: 2.8 of about 8.1 s'))
})

it('inserts a recording of another article', async () => {
  const other = { ...buildArticle({ id: 'other', title: 'Read a meter', isDraft: false }), duration: 5000 }
  const { server, saved } = await openRecordingEditor(parts, {
    answers: {
      'article.list': { articles: [other] },
      'article.get': { article: { ...other, videos: [aVideo({ id: 'video2', duration: 5000 })] } },
    },
  })
  await person.click(tools.getByRole('button', { name: 'Insert recording' }))
  await person.click(page.getByText('From another article'))
  await person.fill(field('Search articles'), 'meter')
  await expect.poll(() => server.requests('article.list').at(-1)?.query.title).toBe('meter')
  await person.click(button(/^Read a meter/))
  await person.click(button(/^Recording 1/))
  await person.click(button('Insert', { exact: true }))
  await expectText(tools, '/ 0:25')
  await expect.poll(() => saved().flatMap(({ map }) => map.map(({ videoId }) => videoId))).toContain('video2')
})

it.each(['published', 'earlier'])(
  'inserts what was uploaded for a draft that has been published: %s',
  async (articleId) => {
    const session = aSession()
    const owner = `${session.user.id}:${session.user.company?.id}`
    const facts = { id: 'sent', owner, mime: '', startedAt: 1, isWhole: true, marks: [], context: null }
    const insert = { anchor: null, at: 0 }
    const entry = createRecordingEntry(facts, { name: 'Recording', articleId, context: { insert } })
    await browserJournal().save({ ...entry, acceptId: 'video2' })
    const video = aVideo({ id: 'video2', duration: 5000 })
    const { saved } = await openRecordingEditor(parts, {
      session,
      original: { id: 'published', shortId: 'pub5678901' },
      answers: { 'videoUpload.status': { status: 'finished', progress: 100, error: null, video, steps: [] } },
    })
    await expectText(tools, '/ 0:25')
    await expect.poll(() => saved().flatMap(({ map }) => map.map(({ videoId }) => videoId))).toContain('video2')
    await expect.poll(() => browserJournal().listIds()).toEqual([])
  },
)

it('leaves keys to the picker of reactions while the focus is in it', async () => {
  await openRecordingEditor(parts)
  await person.click(block(/^Read the ticket/))
  await person.press('e')
  await expect.poll(() => dialog('React').element().contains(document.activeElement)).toBe(true)
  await person.press('t', 'm')
  await expectVisible(tools.getByRole('button', { name: 'Mute' }))
  await expectVisible(tools.getByRole('button', { name: 'Add paragraph' }))
})

it('does not leave the page by keys that follow an edit command within a second', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  await openRecordingEditor(parts)
  const address = location.pathname
  await person.click(block(/^Read the ticket/))
  await person.press('t', 'g', 'd')
  await expectText(tools, 'Remove 2.0 s')
  await person.press('g', 't', 'd')
  await expectGone(tools.getByText('Remove 2.0 s'))
  expect(location.pathname).toBe(address)
  vi.setSystemTime(Date.now() + 2000)
  await person.press('g', 'd')
  await expect.poll(() => location.pathname).toBe('/drafts')
})

it('a long press selects a block, and the same finger drags it', async () => {
  const { saved } = await openRecordingEditor(parts)
  const first = block(/^Read the ticket/)
  await expect.element(first).toHaveAttribute('aria-selected', 'false')
  const from = middleOf(first)
  await person.putFinger(first)
  await expect.element(first).toHaveAttribute('aria-selected', 'true')
  await person.moveFinger(from, { x: from.x + 8, y: from.y + 30 })
  const { right } = block(/^Check the gateway/)
    .element()
    .getBoundingClientRect()
  await person.moveFinger({ x: from.x + 8, y: from.y + 30 }, { x: right - 4, y: from.y })
  await person.liftFinger()
  await expect.poll(() => saved().map(({ title }) => title)).toEqual(['Check the gateway', 'Read the ticket'])
})

it('a swipe selects a block where there is nothing to scroll; zoomed in, it scrolls', async () => {
  await openRecordingEditor(parts)
  const [first, second] = [block(/^Read the ticket/), block(/^Check the gateway/)]
  await person.swipe(first, 80)
  await expect.element(first).toHaveAttribute('aria-selected', 'true')

  const unzoomed = second.element().getBoundingClientRect().left
  await person.click(tools.getByRole('button', { name: 'Zoom in' }))
  const startOf = () => second.element().getBoundingClientRect().left
  await expect.poll(startOf).toBeGreaterThan(unzoomed + 50)
  const before = startOf()
  await person.swipe(second, -100)
  await expect.poll(startOf).toBeLessThan(before - 50)
  await expect.element(first).toHaveAttribute('aria-selected', 'true')
  await expect.element(second).toHaveAttribute('aria-selected', 'false')
})

it('lists the keys of the timeline, of blocks and of playing', async () => {
  await openRecordingEditor(parts)
  await expectVisible(block(/^Read the ticket/))
  await person.click(block(/^Read the ticket/))
  await person.press('?')
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expectVisible(shortcuts.getByRole('heading', { name: 'Editing' }))
  const keys = Object.fromEntries(
    [...shortcuts.element().querySelectorAll('dl > div')].map((row) => [
      row.querySelector('dt')?.textContent,
      [...row.querySelectorAll('kbd')].map(({ textContent }) => textContent).join(' '),
    ]),
  )
  expect(keys).toMatchObject({
    Trim: 'T',
    'Apply trim': 'Enter',
    'Cancel trim': 'Esc',
    Undo: 'Ctrl Z',
    Redo: 'Ctrl Shift Z',
    'Move the focused edge by 0.1 s': '← →',
    'Move the focused edge by 1 s': 'Shift ← →',
    Rename: 'F2',
    'Previous frame, next frame': ', .',
    'Command palette, even while typing': 'Ctrl K',
  })
  expect(keys, 'has another meaning here').not.toHaveProperty('Picture in picture')
})
