import { expect, it } from 'vitest'
import { aResult } from '../search.fixture.ts'
import { resultUrl } from './result-url.ts'

const article = '/b/ws2/support/art2/read-a-gateway-log'
const found = { initialIndex: 3, startIndex: 120, queryLength: 7, textToFind: 'gateway & co', textTabId: 't' }

it('leads to the exact location of a result', () => {
  expect(resultUrl(aResult())).toBe(article)
  const paragraphs = [{ id: 'p', title: 'Gaps', slug: 'gaps' }]
  expect(resultUrl(aResult({ category: 'paragraph', paragraphs }))).toBe(`${article}/gaps`)
  const textTabs = [{ id: 't', title: 'Checklist', slug: 'checklist' }]
  expect(resultUrl(aResult({ category: 'articleNotes', textTabs, foundTextProperties: found }))).toBe(
    `${article}/notes/checklist?find=gateway+%26+co&near=120`,
  )
  const attachment = { name: 'Pump & valve.pdf', page: 4, path: '/files/attachments/0a/b.bin' }
  expect(resultUrl(aResult({ category: 'articleNotes', textTabs, attachment }))).toBe(
    `${article}/notes/checklist?file=%2Ffiles%2Fattachments%2F0a%2Fb.bin`,
  )
  expect(resultUrl(aResult({ category: 'draft', isDraft: true, workspace: null }))).toBe('/draft/art2')
  expect(resultUrl(aResult({ category: 'draftNotes', isDraft: true, textTabs }))).toBe('/draft/art2/notes?tab=t')
  const said = { timedText: 'speech', startTime: 83_500 } as const
  expect(resultUrl(aResult({ category: 'articleVideo', ...said }))).toBe(`${article}/video?t=83.5`)
  expect(resultUrl(aResult({ category: 'draftVideo', isDraft: true, ...said }))).toBe('/draft/art2/video?t=83.5')
  expect(resultUrl(aResult({ category: 'workspace', shortId: null }))).toBe('/workspace/ws2')
  expect(resultUrl(aResult({ category: 'tag', title: 'c/c++' }))).toBe('/tags/c%2Fc%2B%2B')
})

it('leads to the private link of what is shared by name, and nowhere without a workspace', () => {
  expect(resultUrl(aResult({ workspace: null, sharedToken: 'secret' }))).toBe('/b/shared/secret/private')
  const said = { timedText: 'screen', startTime: 2000 } as const
  expect(resultUrl(aResult({ workspace: null, sharedToken: 'secret', ...said }))).toBe(
    '/b/shared/secret/private?at=video&t=2',
  )
  expect(resultUrl(aResult({ workspace: null }))).toBeNull()
})
