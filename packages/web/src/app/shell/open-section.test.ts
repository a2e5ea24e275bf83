import { expect, it } from 'vitest'
import { sectionOf } from './open-section.ts'

const personal = ['019a-long', 'p2p2p2p2p2']

it.each([
  ['/', null],
  ['/workspaces', 'workspaces'],
  ['/workspace/w2w2w2w2w2/edit', 'workspaces'],
  ['/b/w2w2w2w2w2/runbooks/a2a2a2a2a2/triage', 'workspaces'],
  ['/workspace/p2p2p2p2p2', 'personal'],
  ['/b/019a-long/personal', 'personal'],
  ['/drafts', 'drafts'],
  ['/draft/a2a2a2a2a2/notes', 'drafts'],
  ['/article/a2a2a2a2a2/edit', null],
  ['/meetings', 'meetings'],
  ['/settings/users', 'settings'],
])('%s belongs to %s', (pathname, section) => {
  expect(sectionOf(pathname, personal)).toBe(section)
})
