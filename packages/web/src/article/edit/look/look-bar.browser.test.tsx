import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { Article } from '@knowreel/shared/article/article.wire.ts'
import { refuse } from '../../../../test/fake-server.ts'
import { openDraft } from '../../../../test/open-draft.ts'
import { button, dialog, expectGone, expectVisible, field, person } from '../../../../test/person.ts'
import { aWorkspace } from '../../../../test/samples.ts'
import { buildArticle } from '../draft/draft.fixture.ts'

const workspace = aWorkspace({ id: 'runbooks', visibility: 'organization' })
const path = '/files/images/11/0191d7c2-5b0e-4c7a-9a55-2f6f6f1f0c11.png'
const pixel = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

/** A server that stores icon and cover. */
async function openLook(
  change: Partial<Article> = {},
  uploaded: unknown = { id: 'p', url: path, signedUrl: pixel, width: 1, height: 1 },
) {
  let draft = buildArticle({ workspace, ...change })
  const opened = await openDraft({
    'draft.get': () => ({ article: draft }),
    'article.saveDraft': ({ body }) => {
      const { icon = draft.icon, cover = draft.cover } = body
      const shown = cover && { ...cover, position: cover.position ?? 50, url: cover.source === path ? pixel : null }
      draft = { ...draft, icon, cover: shown, hash: `${icon}${JSON.stringify(shown)}` }
      return { article: draft, hash: draft.hash }
    },
    'image.upload': uploaded as never,
  })
  const saved = () =>
    opened.server.requests('article.saveDraft').map(({ body: { icon, cover } }) => (icon === undefined ? cover : icon))
  return { ...opened, saved }
}

const cover = () => document.querySelector('main .kr-cover')

it('adds an icon by its name, shows it before the title, and removes it', async () => {
  const { saved } = await openLook()
  await person.click(button('Add icon'))
  await person.fill(field('Search or paste an emoji'), 'rock')
  await person.press('Enter')
  await expect.poll(saved).toEqual(['🚀'])
  await expectGone(dialog('Icon'))
  expect(document.querySelectorAll('[data-emoji="🚀"]')).toHaveLength(1)
  await person.click(button('Change icon'))
  await person.click(button('Remove icon'))
  await expect.poll(saved).toEqual(['🚀', null])
  await expectVisible(button('Add icon'))
})

it('accepts any emoji of a keyboard, and says when a name finds none', async () => {
  const { saved } = await openLook()
  await person.click(button('Add icon'))
  await person.fill(field('Search or paste an emoji'), 'zzz')
  await expectVisible('No emoji found. You can paste any emoji.')
  await person.fill(field('Search or paste an emoji'), '🦩')
  await expect.poll(saved).toEqual(['🦩'])
})

it('draws a provided cover above the text, marks it in the choice, and removes it', async () => {
  const { saved } = await openLook()
  expect(cover()).toBeNull()
  await person.click(button('Add cover'))
  await person.click(button('Dusk'))
  await expect.poll(saved).toEqual([{ source: 'dusk', position: 50 }])
  expect(cover()?.getAttribute('data-cover')).toBe('dusk')
  await expect.element(button('Dusk')).toHaveAttribute('aria-pressed', 'true')
  await person.click(button('Remove cover'))
  await expect.poll(saved).toEqual([{ source: 'dusk', position: 50 }, null])
})

it('brings a picture, and saves the part of it that the slider shows', async () => {
  const { saved, server } = await openLook()
  await person.click(button('Add cover'))
  await person.click(button('Upload a picture'))
  await person.click(page.getByRole('tab', { name: 'URL' }))
  await person.fill(field('Address of the image'), 'https://example.com/a.png')
  await person.click(button('Insert'))
  await expect.poll(saved).toEqual([{ source: path, position: 50 }])
  expect(server.requests('image.upload').map(({ query }) => query)).toEqual([{ articleId: buildArticle().id }])
  await expect.poll(() => (cover() as HTMLElement | null)?.style.background).toContain(pixel)
  await person.click(button('Change cover'))
  await person.focus(field('Position'))
  await person.press('ArrowLeft')
  await expect.poll(saved).toEqual([
    { source: path, position: 50 },
    { source: path, position: 49 },
  ])
})

it('keeps the cover when the picture is refused, and says why', async () => {
  const { saved } = await openLook({ cover: { source: 'dusk', position: 50, url: null } }, refuse('image_too_large'))
  await person.click(button('Change cover'))
  await person.click(button('Upload a picture'))
  await person.click(page.getByRole('tab', { name: 'URL' }))
  await person.fill(field('Address of the image'), 'https://example.com/a.png')
  await person.click(button('Insert'))
  await expectVisible('The maximum allowed image size is 20MB')
  expect(saved()).toEqual([])
  expect(cover()?.getAttribute('data-cover')).toBe('dusk')
})

it('shows the icon of a colleague without a reload', async () => {
  const { receive, server } = await openLook()
  server.answer({
    'draft.get': { article: buildArticle({ workspace, icon: '🧯', updatedAt: '2026-11-13T10:00:00.000Z' }) },
  })
  receive({ type: 'saved', at: '2026-11-13T10:00:00.000Z' })
  await expectVisible(button('Change icon'))
})
