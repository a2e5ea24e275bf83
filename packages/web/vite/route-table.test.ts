import path from 'node:path'
import { expect, test } from 'vitest'
import { readPages } from './route-table.ts'

const pages = readPages()
const pageOf = (address: string) => pages.find(({ pattern }) => new RegExp(pattern).test(address))
const modulesOf = (address: string) => pageOf(address)?.modules.map((module) => path.basename(module, '.tsx'))

test('a page has the modules of its route and of its parent routes', () => {
  expect(modulesOf('/settings/groups/g1')).toEqual(['app-shell', 'settings-layout', 'group-page'])
  expect(modulesOf('/meetings')).toEqual(['app-shell', 'meetings-page'])
  expect(modulesOf('/draft/d1/notes')).toEqual(['app-shell', 'draft-edit-page', 'note-editor-session.ts', 'note-pane'])
})

test('the more specific path wins', () => {
  expect(modulesOf('/b/shared/t1')).toEqual(['shared-page'])
  expect(modulesOf('/b/shared/t1/private')).toEqual(['private-page'])
  expect(modulesOf('/b/shared/t1/else')).toEqual([])
  expect(modulesOf('/b/w1/slug')).toContain('browse-workspace-page')
  expect(modulesOf('/b/w1/slug/a1/title/notes/tab')).toContain('browse-article-page')
  expect(modulesOf('/login/social/t1')).toEqual(['social-sign-in-page'])
  expect(modulesOf('/signup')).toEqual(['sign-up-page'])
  expect(modulesOf('/nowhere/at/all')).toEqual(['app-shell', 'not-found-page'])
})

test('first requests accumulate, and state whether they need a session', () => {
  expect(pageOf('/b/w1/slug/a1')).toMatchObject({
    needsSession: false,
    parameters: ['workspaceId', 'workspaceSlug', 'articleId', 'articleSlug', 'part', 'tab'],
    first: { always: ['/browse/$workspaceId', '/article/$articleId'], signedIn: ['/user/me'], signedOut: [] },
  })
  expect(pageOf('/b/shared/t1')?.first).toEqual({
    always: ['/browse/shared/$sharedToken'],
    signedIn: [],
    signedOut: [],
  })
  expect(pageOf('/login')?.first.signedOut).toEqual(['/login/providers'])
  expect(pageOf('/drafts')?.needsSession).toBe(true)
})
