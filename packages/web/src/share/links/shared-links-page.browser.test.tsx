import type { SharedLink } from '@knowreel/shared/share/share.calls.ts'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openPage } from '../../../test/open-page.tsx'
import { button, expectText, expectVisible, person, texts } from '../../../test/person.ts'

const aLink = (number: number): SharedLink => ({
  article: { id: `article-${number}`, shortId: `article${number}`, slug: 'runbook', title: `Runbook ${number}` },
  workspace: { id: 'workspace', shortId: 'workspace', slug: 'support', title: 'Support' },
  createdBy: null,
  createdAt: '2026-01-05T09:00:00.000Z',
  expiresAt: null,
  hasPassword: false,
  isWithSubArticles: false,
  lastUsedAt: null,
  uses: 0,
})

const titles = () => texts(page.getByRole('row').getByRole('link'))

it('shows twenty links on a page', async () => {
  const links = Array.from({ length: 22 }, (_, at) => aLink(at + 1))
  await openPage('/settings/links', { answers: { 'share.links': { links } } })
  await expect.poll(() => titles().length).toBe(20)
  await expectText(page.getByRole('navigation', { name: 'Pages of links' }).getByRole('status'), '1–20 of 22')
  await person.click(button('Next page'))
  await expect.poll(titles).toEqual(['Runbook 21', 'Runbook 22'])
})

it('has no pages while one is enough, and says what will be listed while there is nothing', async () => {
  const { server, reload } = await openPage('/settings/links', { answers: { 'share.links': { links: [aLink(1)] } } })
  await expect.poll(titles).toEqual(['Runbook 1'])
  expect(page.getByRole('navigation', { name: 'Pages of links' }).query()).toBeNull()
  server.answer({ 'share.links': { links: [] } })
  reload()
  await expectVisible('Public links of articles you can edit appear here.')
})
