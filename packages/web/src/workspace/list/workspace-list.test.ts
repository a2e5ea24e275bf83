import { describe, expect, it } from 'vitest'
import type { WorkspaceSummary } from '@knowreel/shared/workspace/workspace.calls.ts'
import { buildPerson, buildWorkspace } from '../workspace.fixture.ts'
import { listCreators, filterWorkspaces, hasFilter, listedWorkspaces } from './workspace-list.ts'
import { readSort, readWorkspaceListSearch, formatSort } from './workspace-list-search.ts'

const ines = buildPerson({ id: 'ines', name: 'Ines Okafor' })
const aiko = buildPerson({ id: 'aiko', name: 'Aiko Tanaka' })
const list = [
  buildWorkspace({
    id: '1',
    title: 'Support runbooks',
    author: ines,
    createdAt: '2026-11-04T08:00:00.000Z',
    articlesCount: 24,
  }),
  buildWorkspace({
    id: '2',
    title: 'Gateway 3',
    author: aiko,
    visibility: 'private',
    createdAt: '2025-02-11T08:00:00.000Z',
    articlesCount: 4,
  }),
  buildWorkspace({
    id: '3',
    title: 'Übergabe',
    description: 'Gateway hand-over',
    author: ines,
    visibility: 'public',
    createdAt: '2026-10-29T08:00:00.000Z',
    articlesCount: 143,
  }),
  buildWorkspace({ id: '4', title: 'Gone', author: null, createdAt: '2024-01-01T08:00:00.000Z' }),
]
const ids = (workspaces: readonly WorkspaceSummary[]) => workspaces.map(({ id }) => id).join('')

describe('the list of workspaces', () => {
  it('has the newest first', () => {
    expect(ids(filterWorkspaces(list, {}))).toBe('1324')
  })

  it('is sorted by the column in the URL, in either direction', () => {
    expect(ids(filterWorkspaces(list, { sort: 'title' }))).toBe('2413')
    expect(ids(filterWorkspaces(list, { sort: '-articles' }))).toBe('3124')
    expect(ids(filterWorkspaces(list, { sort: 'created' }))).toBe('4231')
  })

  it('is searched in title and description for every word, ignoring case and accents', () => {
    expect(ids(filterWorkspaces(list, { q: 'gateway' }))).toBe('32')
    expect(ids(filterWorkspaces(list, { q: 'UBERGABE  over' }))).toBe('3')
    expect(ids(filterWorkspaces(list, { q: 'nothing' }))).toBe('')
  })

  it('is filtered by privacy and creator together', () => {
    expect(ids(filterWorkspaces(list, { creator: 'ines' }))).toBe('13')
    expect(ids(filterWorkspaces(list, { creator: 'ines', privacy: 'public' }))).toBe('3')
  })

  it('leaves the personal workspace to its own entry', () => {
    expect(ids(listedWorkspaces([...list, buildWorkspace({ id: '5', visibility: 'personal' })]))).toBe('1234')
  })

  it('names every creator once, sorted by name', () => {
    expect(listCreators(list)).toEqual([
      { value: 'aiko', label: 'Aiko Tanaka' },
      { value: 'ines', label: 'Ines Okafor' },
    ])
  })
})

describe('the URL of the list', () => {
  it('drops what it cannot parse', () => {
    expect(readWorkspaceListSearch({ q: 2026, privacy: 'secret', creator: {}, sort: '-size', other: 1 })).toEqual({
      q: '2026',
      privacy: undefined,
      creator: undefined,
      sort: undefined,
    })
    expect(readWorkspaceListSearch({ privacy: 'public', sort: '-title' })).toMatchObject({
      privacy: 'public',
      sort: '-title',
    })
  })

  it('has no parameters for the default list', () => {
    expect(formatSort({ column: 'created', direction: 'descending' })).toBeUndefined()
    expect(formatSort({ column: 'created', direction: 'ascending' })).toBe('created')
    expect(readSort({ sort: '-title' })).toEqual({ column: 'title', direction: 'descending' })
    expect(hasFilter({ sort: 'title' })).toBe(false)
    expect(hasFilter({ creator: 'ines' })).toBe(true)
  })
})
