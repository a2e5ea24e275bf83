import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { NoteNode } from '@knowreel/shared/note/note-document.ts'
import { noteJsonToHtml } from '@knowreel/shared/note/note-html.ts'
import { interceptFrames } from '../../../test/intercept-frames.ts'
import { openPage } from '../../../test/open-page.tsx'
import { button, expectGone, expectVisible, heading, link, person } from '../../../test/person.ts'
import { aTreeEntry, aWorkspace } from '../../../test/samples.ts'
import { workspaceAnswers } from '../../../test/workspace-answers.ts'
import { buildArticle } from '../edit/draft/draft.fixture.ts'

const url = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'
const film = { type: 'embed', attrs: { url, title: 'Week 3' } }
const board = { type: 'embed', attrs: { url: 'https://miro.com/app/board/uXjVOXyz123=/' } }

const workspace = aWorkspace({ id: 'runbooks', shortId: 'ws2', slug: 'support' })
const entry = aTreeEntry({ id: 'article-1', shortId: 'art2', slug: 'gateway', title: 'Gateway' })

/** A note as readers see it. */
async function read(content: readonly NoteNode[], width?: number): Promise<Element> {
  const text = noteJsonToHtml({ type: 'doc', content })
  const textTabs = [{ id: 'notes-----------', key: 'notes-----------', title: 'Notes', slug: 'notes', text }]
  await openPage('/b/ws2/support/art2/gateway', {
    ...(width !== undefined && { width, height: 800 }),
    answers: {
      ...workspaceAnswers([{ ...workspace, order: [{ value: entry.id, items: [] }] }], [entry]),
      'article.get': { article: buildArticle({ ...entry, isDraft: false, workspace, textTabs }) },
      'article.previews': { previews: [] },
      'comment.count': { commentsCount: 0 },
      'comment.list': { comments: [], isTruncated: false, before: null },
      'notification.articleFollow': { follow: null },
    },
  })
  await expectVisible(heading('Gateway', 1))
  await expectVisible(button(/^Load /).first())
  return document.querySelector('[data-type=embed]')?.parentElement as Element
}

it('requests nothing from the site until the button is pressed, then shows its page in a limited frame', async () => {
  const requested = interceptFrames()
  const root = await read([film, board])
  await expectVisible(button('Load Week 3'))
  await expect.element(link('Week 3')).toHaveAttribute('href', url)
  await expect.element(link('Week 3')).toHaveAttribute('rel', 'noopener noreferrer nofollow')
  expect([requested, root.querySelector('iframe')]).toEqual([[], null])
  const resources = performance.getEntriesByType('resource').map(({ name }) => new URL(name).hostname)
  expect(new Set(resources)).toEqual(new Set([location.hostname]))

  const before = root.querySelector('[data-type=embed]')?.getBoundingClientRect().width ?? 0
  await person.click(button('Load Week 3'))
  expect(requested).toEqual(['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'])
  const frame = page.getByTitle('YouTube: Week 3').element() as HTMLIFrameElement
  expect(frame.sandbox.value).not.toMatch(/top-navigation|downloads|modals/)
  const { width, height } = frame.getBoundingClientRect()
  expect(width / height).toBeCloseTo(16 / 9, 1)
  expect(frame.closest('[data-type=embed]')?.getBoundingClientRect().width).toBe(before)
  await expectVisible(link('Week 3'))

  await person.click(button('Hide Week 3'))
  expect(root.querySelector('iframe')).toBeNull()
  await expectVisible(button('Load Week 3'))
})

it('is operated by keyboard', async () => {
  interceptFrames()
  const root = await read([film])
  await expectVisible(button('Load Week 3'))
  await person.focus(link('Week 3'))
  await person.press('Tab')
  await expect.element(button('Load Week 3')).toHaveFocus()
  await expect.element(button('Load Week 3')).toHaveAttribute('aria-expanded', 'false')
  await person.press('Enter')
  await expect.element(button('Hide Week 3')).toHaveFocus()
  await expect.element(button('Hide Week 3')).toHaveAttribute('aria-expanded', 'true')
  expect(root.querySelector('button + iframe')).not.toBeNull()
  await person.press('Space')
  await expectGone(button('Hide Week 3'))
})

it.each(['light', 'dark'] as const)('fits a narrow phone, with a long title, in %s', async (scheme) => {
  interceptFrames()
  await person.seeColors(scheme)
  const title = 'https://example.com/a-very-long-address-without-any-space-'.repeat(4)
  const root = await read([{ ...film, attrs: { url, title } }, board], 390)
  await person.click(button(/^Load https:\/\/example/))
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  for (const part of root.querySelectorAll('[data-part], iframe')) {
    const { left, right } = part.getBoundingClientRect()
    expect(left).toBeGreaterThanOrEqual(0)
    expect(right).toBeLessThanOrEqual(390)
  }
  await person.seeColors('light')
})
