import { describe, expect, it } from 'vitest'
import { draftKind, readDraftListSearch } from './draft-list.ts'

const kindOf = (draft: Partial<Parameters<typeof draftKind>[0]>) =>
  draftKind({ duration: 0, isHasText: false, isNotUploadedVideo: false, ...draft })

describe('the URL of the drafts', () => {
  it('yields a type and a page, and drops what it cannot parse', () => {
    expect(readDraftListSearch({ type: 'both', page: 3 })).toEqual({ type: 'both', page: 3 })
    expect(readDraftListSearch({ type: 'all', page: 'x' })).toEqual({ type: undefined, page: undefined })
    expect(readDraftListSearch({ page: -1 })).toEqual({ type: undefined, page: undefined })
    expect(readDraftListSearch({ page: 1.5 }).page).toBeUndefined()
  })

  it('has no parameters on the first page', () => {
    expect(readDraftListSearch({ page: 1 }).page).toBeUndefined()
  })
})

it('describes the content of a draft', () => {
  expect(kindOf({ duration: 0, isHasText: true })).toBe('Notes')
  expect(kindOf({ duration: 0, isHasText: false })).toBe('Notes')
  expect(kindOf({ duration: 900, isHasText: false })).toBe('Video')
  expect(kindOf({ duration: 900, isHasText: true })).toBe('Video and notes')
  expect(kindOf({ duration: 0, isHasText: false, isNotUploadedVideo: true }), 'on its way').toBe('Video')
})
