import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { buildWorkspace } from './workspace.fixture.ts'
import { patchWorkspace, readWorkspaceField, cacheWorkspace, workspaceKeys } from './workspace-cache.ts'

const one = buildWorkspace({ id: 'one', shortId: 'short2', title: 'One' })
const other = buildWorkspace({ id: 'other', shortId: 'short3', title: 'Other' })

function fill() {
  const client = new QueryClient()
  client.setQueryData(workspaceKeys.list, { items: [one, other] })
  client.setQueryData(workspaceKeys.one('short2'), { workspace: one })
  client.setQueryData(workspaceKeys.browse('one'), { workspace: one, articles: ['kept'] })
  client.setQueryData(workspaceKeys.browse('short3'), { workspace: other, articles: [] })
  return client
}

it('a change reaches the list, the workspace and its tree, under either id, and no other workspace', () => {
  const client = fill()
  patchWorkspace(client, 'one', { isFavorite: true })
  expect(client.getQueryData(workspaceKeys.list)).toEqual({ items: [{ ...one, isFavorite: true }, other] })
  expect(client.getQueryData(workspaceKeys.one('short2'))).toEqual({ workspace: { ...one, isFavorite: true } })
  expect(client.getQueryData(workspaceKeys.browse('one'))).toEqual({
    workspace: { ...one, isFavorite: true },
    articles: ['kept'],
  })
  expect(client.getQueryData(workspaceKeys.browse('short3'))).toEqual({ workspace: other, articles: [] })
})

it('the previous values of a change can be restored', () => {
  const client = fill()
  const former = readWorkspaceField(client, 'one', { title: 'New', isArchived: true })
  expect(former).toEqual({ title: 'One', isArchived: false })
  patchWorkspace(client, 'one', { title: 'New', isArchived: true })
  patchWorkspace(client, 'one', former)
  expect(client.getQueryData(workspaceKeys.list)).toEqual({ items: [one, other] })
})

it('the previous values are found without a list too', () => {
  const client = new QueryClient()
  client.setQueryData(workspaceKeys.browse('short2'), { workspace: one, articles: [] })
  expect(readWorkspaceField(client, 'one', { title: 'New' })).toEqual({ title: 'One' })
  expect(readWorkspaceField(client, 'nowhere', { title: 'New' })).toEqual({})
})

it('a new workspace is first in the list and can be opened immediately', () => {
  const client = fill()
  const fresh = buildWorkspace({ id: 'new', shortId: 'short4' })
  cacheWorkspace(client, fresh)
  expect(client.getQueryData(workspaceKeys.list)).toEqual({ items: [fresh, one, other] })
  expect(client.getQueryData(workspaceKeys.one('short4'))).toEqual({ workspace: fresh })
})
