import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { paragraphsToWire } from '@knowreel/shared/video/paragraph/paragraph.wire.ts'
import { openPage } from '../../test/open-page.tsx'
import { button, expectVisible, heading, person } from '../../test/person.ts'
import { buildArticle } from '../article/edit/draft/draft.fixture.ts'
import { aVideo } from '../article/edit/recording/edit-recording.fixture.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => vi.useRealTimers())

const map = [{ videoId: 'v1', in: 2000, dur: 3000 }]
const roof = { id: 'p1', title: 'Roof', tags: [], isExpanded: true, map, items: [] }
const article = buildArticle({
  duration: 3000,
  isDraft: false,
  isHasText: false,
  paragraphs: paragraphsToWire([roof], () => 'roof'),
})
const shared = {
  workspace: { title: 'Support runbooks' },
  company: { title: 'Halden Systems', logo: null, isPaid: true },
  children: [],
  workspacePath: null,
}
const rendition = {
  url: '/files/rendition.mp4',
  mime: 'video/mp4',
  needsCodecs: false,
  duration: 3000,
  posterUrl: '/files/poster.jpg',
  spriteUrl: null,
  sprite: null,
}

it('waits for the rendition, which is all that a reader receives, and then shows its poster', async () => {
  const { server } = await openPage('/b/shared/token', {
    session: null,
    answers: { 'sharedBrowse.open': { ...shared, article } },
  })
  await expectVisible(page.getByText('The video is being prepared'))
  server.answer({ 'sharedBrowse.open': { ...shared, article: { ...article, rendition } } })
  vi.advanceTimersByTime(5000)
  await expect.poll(() => document.querySelector('img[src="/files/poster.jpg"]')).not.toBeNull()
})

it('plays a file in the codecs of the upload only where the browser supports them', async () => {
  const firstFile = { ...rendition, needsCodecs: true }
  const inHevc = { ...firstFile, mime: 'video/mp4; codecs="hvc1.1.6.L93.B0"' }
  const { server, reload } = await openPage('/b/shared/token', {
    session: null,
    answers: { 'sharedBrowse.open': { ...shared, article: { ...article, rendition: inHevc } } },
  })
  await expectVisible(page.getByText('The video is being prepared'))
  server.answer({ 'sharedBrowse.open': { ...shared, article: { ...article, rendition } } })
  vi.advanceTimersByTime(5000)
  await expect.poll(() => document.querySelector('video')?.src).toContain(rendition.url)

  const inVp8 = { ...firstFile, mime: 'video/webm; codecs="vp8, opus"' }
  server.answer({ 'sharedBrowse.open': { ...shared, article: { ...article, rendition: inVp8 } } })
  reload()
  // The file does not exist: the page waits for the next one instead of reporting a fault.
  await expect.poll(() => server.requests('sharedBrowse.open').length).toBeGreaterThan(3)
  await expectVisible(page.getByText('The video is being prepared'))
})

it('says that the video could not be prepared, and prepares it again for those who may', async () => {
  const failed = (canRetry: boolean) => ({
    ...article,
    renditionFailure: { error: 'Processing took too long and was stopped', canRetry },
  })
  const { server, reload } = await openPage('/b/shared/token', {
    session: null,
    answers: {
      'sharedBrowse.open': { ...shared, article: failed(false) },
      'article.retryRendition': () => {
        server.answer({ 'sharedBrowse.open': { ...shared, article } })
        return { success: true }
      },
    },
  })
  await expectVisible(page.getByText('The video could not be prepared'))
  await expectVisible(page.getByText('Ask the author to fix this article.'))
  expect(button('Try again').query()).toBeNull()
  server.answer({ 'sharedBrowse.open': { ...shared, article: failed(true) } })
  reload()
  await expectVisible(page.getByText('Processing took too long and was stopped'))
  await person.click(button('Try again'))
  await expectVisible(page.getByText('The video is being prepared'))
})

it('warns those who can play the recordings that readers have no video', async () => {
  const videos = [aVideo({ id: 'v1' })]
  const renditionFailure = { error: 'The picture is larger than 8K and cannot be used', canRetry: false }
  await openPage('/b/shared/token', {
    session: null,
    answers: { 'sharedBrowse.open': { ...shared, article: { ...article, videos, renditionFailure } } },
  })
  await expectVisible(page.getByText('The video for readers could not be prepared. The picture is larger than 8K'))
  expect(button('Try again').query()).toBeNull()
})

it('fills the width in theatre mode, with the paragraphs below, and remembers it', async () => {
  const { reload } = await openPage('/b/shared/token', {
    session: null,
    width: 1440,
    height: 900,
    answers: { 'sharedBrowse.open': { ...shared, article: { ...article, rendition } } },
  })
  const boxOf = (element: Element | null) => element?.getBoundingClientRect() ?? new DOMRect()
  const picture = () => boxOf(document.querySelector('[data-stage]'))
  const list = () => boxOf(page.getByRole('navigation', { name: 'Paragraphs' }).element())
  await expectVisible(page.getByRole('navigation', { name: 'Paragraphs' }))
  expect(list().left, 'beside the picture').toBeGreaterThanOrEqual(picture().right)
  const { width } = picture()
  await person.click(heading('Escalation policy', 1))
  await person.press('t')
  await expect.poll(() => picture().width).toBeGreaterThan(Math.max(880, width))
  expect(list().top, 'below the picture').toBeGreaterThan(picture().bottom)
  reload()
  await expect.poll(() => picture().width).toBeGreaterThan(width)
  // By key: the file does not exist, and the message about it may cover the button.
  await expectVisible(button('Leave theatre mode'))
  await person.press('t')
  await expect.poll(() => picture().width).toBe(width)
})
