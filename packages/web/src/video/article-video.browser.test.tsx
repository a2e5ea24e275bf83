import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { paragraphsToWire } from '@knowreel/shared/video/paragraph/paragraph.wire.ts'
import { openPage } from '../../test/open-page.tsx'
import { expectVisible } from '../../test/person.ts'
import { buildArticle } from '../article/edit/draft/draft.fixture.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => vi.useRealTimers())

it('waits for the rendition, which is all that a reader receives, and then shows its poster', async () => {
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
  const { server } = await openPage('/b/shared/token', {
    session: null,
    answers: { 'sharedBrowse.open': { ...shared, article } },
  })
  await expectVisible(page.getByText('The video is being prepared'))
  const rendition = {
    url: '/files/rendition.mp4',
    mime: 'video/mp4',
    duration: 3000,
    posterUrl: '/files/poster.jpg',
    spriteUrl: null,
    sprite: null,
  }
  server.answer({ 'sharedBrowse.open': { ...shared, article: { ...article, rendition } } })
  vi.advanceTimersByTime(5000)
  await expect.poll(() => document.querySelector('img[src="/files/poster.jpg"]')).not.toBeNull()
})
