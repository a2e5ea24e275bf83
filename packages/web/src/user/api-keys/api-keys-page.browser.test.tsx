import type { ApiKey } from '@knowreel/shared/user/api-key.calls.ts'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { refuse, type Answers } from '../../../test/fake-server.ts'
import { openPage, phone } from '../../../test/open-page.tsx'
import { button, dialog, expectGone, expectVisible, field, menuItem, person, row, toast } from '../../../test/person.ts'
import { aWorkspace } from '../../../test/samples.ts'
import { workspaceAnswers } from '../../../test/workspace-answers.ts'

const aKey = (change: Partial<ApiKey> = {}): ApiKey => ({
  id: 'key-1',
  name: 'Release notes',
  lastFour: 'a91c',
  scope: 'write',
  workspaces: null,
  createdAt: '2026-01-05T09:00:00.000Z',
  lastUsedAt: null,
  expiresAt: null,
  ...change,
})

const token = `kr_${'x'.repeat(43)}`
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

async function openKeys(keys: ApiKey[], options: { isAllowed?: boolean; answers?: Answers; width?: number } = {}) {
  const { isAllowed = true, answers = {}, ...size } = options
  return openPage('/settings/api-keys', {
    ...size,
    answers: {
      ...workspaceAnswers([aWorkspace({ id: 'support', title: 'Support' }), aWorkspace({ title: 'Sales' })]),
      'apiKey.list': () => ({ isAllowed, keys }),
      'apiKey.create': ({ body }) => {
        const key = aKey({ id: 'key-2', name: body.name, scope: body.scope, lastFour: 'xxxx' })
        keys.unshift(key)
        return { key, token }
      },
      'apiKey.revoke': ({ params }) => {
        keys.splice(0, keys.length, ...keys.filter(({ id }) => id !== params.id))
        return { success: true }
      },
      ...answers,
    },
  })
}

it('lists keys with scope, workspaces, last use and expiry', async () => {
  await openKeys([
    aKey({ workspaces: [{ id: 'support', title: 'Support' }], expiresAt: inDays(8.5) }),
    aKey({ id: 'old', name: 'Old import', scope: 'read', expiresAt: inDays(-1), lastUsedAt: inDays(-30) }),
  ])
  const first = row('Release notes')
  for (const shown of ['kr_…a91c', 'Read and write', 'Support', 'In 9 days'])
    await expectVisible(first.getByText(shown).last())
  await expectVisible(row('Old import').getByText('Expired').last())
  await expectVisible(row('Old import').getByText('All workspaces'))
})

it('creates a key for one workspace, and shows it once', async () => {
  const { server, reload } = await openKeys([])
  await expectVisible('Create a key to read or write articles from a script or another program.')
  await person.click(button('Create an API key'))
  await person.click(dialog().getByRole('button', { name: 'Create key' }))
  await expectVisible(dialog().getByText('Please enter a name'))
  await person.fill(field('Name'), 'Grafana import')
  await person.click(dialog().getByLabelText('Read and write'))
  await person.click(dialog().getByLabelText('Only these workspaces'))
  await person.click(dialog().getByRole('button', { name: 'Create key' }))
  await expectVisible(dialog().getByText('Choose at least one workspace'))
  await person.click(dialog().getByLabelText('Support'))
  await person.click(dialog().getByRole('button', { name: 'Create key' }))
  await expectVisible(page.getByRole('status').filter({ hasText: '“Grafana import” is ready. Copy the key now' }))
  await expect.element(field('API key', { exact: true })).toHaveValue(token)
  expect(server.requests('apiKey.create').at(-1)?.body).toEqual({
    name: 'Grafana import',
    scope: 'write',
    workspaceIds: ['support'],
    expiresInDays: 90,
  })
  await person.click(button('Close'))
  await expectGone(field('API key', { exact: true }))
  reload()
  await expectVisible(row('Grafana import'))
  expect(page.getByText(token).query()).toBeNull()
})

it('revokes a key after confirmation', async () => {
  const { server } = await openKeys([aKey()])
  await person.click(button('Actions for Release notes'))
  await person.click(menuItem('Revoke key'))
  await person.click(dialog().getByRole('button', { name: 'Cancel' }))
  expect(server.requests('apiKey.revoke')).toEqual([])
  await person.click(button('Actions for Release notes'))
  await person.click(menuItem('Revoke key'))
  await person.click(dialog().getByRole('button', { name: 'Revoke key' }))
  await expectVisible(toast('The key is revoked'))
  await expectGone(row('Release notes'))
})

it('explains that the company forbids keys, and still lists those to revoke', async () => {
  await openKeys([aKey()], { isAllowed: false })
  await expectVisible('Your company doesn’t allow API keys')
  await expectVisible(row('Release notes'))
  expect(button('Create an API key').query()).toBeNull()
})

it('offers to load again after an error', async () => {
  const { server } = await openKeys([], { answers: { 'apiKey.list': () => refuse('unavailable') } })
  await expectVisible('Your API keys could not be loaded.')
  server.answer({ 'apiKey.list': { isAllowed: true, keys: [aKey()] } })
  await person.click(button('Try again'))
  await expectVisible(row('Release notes'))
})

it('fits a phone', async () => {
  await openKeys([aKey({ name: 'A key with a name that is much longer than a phone is wide' })], phone)
  await expectVisible(page.getByText('kr_…a91c'))
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
})
