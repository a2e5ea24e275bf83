import { expect, it, vi } from 'vitest'
import { openDraft } from '../../../test/open-draft.ts'
import { runWhenClosed } from '../../../test/open-page.tsx'
import { button, expectVisible, menuItem, person, toast } from '../../../test/person.ts'
import { aWorkspace } from '../../../test/samples.ts'
import { buildArticle } from './draft/draft.fixture.ts'

it('copies the link of the published article, whatever title and workspace its draft has', async () => {
  const copied: string[] = []
  const write = vi.spyOn(navigator.clipboard, 'write').mockImplementation(async ([item]) => {
    copied.push((await (await item?.getType('text/plain'))?.text()) ?? '')
  })
  runWhenClosed(() => write.mockRestore())
  const workspace = aWorkspace({ shortId: 'manuals', slug: 'manuals' })
  const published = buildArticle({
    id: 'original',
    shortId: 'pub5678901',
    slug: 'old-title',
    isDraft: false,
    workspace,
  })
  await openDraft({
    'draft.get': { article: buildArticle({ original: { id: published.id, shortId: published.shortId } }) },
    'article.get': { article: published },
  })
  await person.click(button('More', { exact: true }))
  await person.click(menuItem('Copy link'))
  await expectVisible(toast('Article link copied to clipboard'))
  expect(copied).toEqual([`${location.origin}/b/manuals/manuals/pub5678901/old-title`])
})
