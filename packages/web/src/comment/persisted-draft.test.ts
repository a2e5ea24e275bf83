import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { removeDraft, saveDraft, readDraft } from './persisted-draft.ts'

const stored = new Map<string, string>()
beforeEach(() => {
  stored.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})
afterAll(() => vi.unstubAllGlobals())

const draft = { html: '<p>half a thought</p>', clientId: 'c', anchor: null }

it('stores unsent text separately for each article, reply and edit', () => {
  saveDraft({ userId: 'u', articleId: 'a' }, draft)
  saveDraft({ userId: 'u', articleId: 'a', replyTo: '1' }, { ...draft, html: '<p>an answer</p>', time: null })
  expect(readDraft({ userId: 'u', articleId: 'a' })).toEqual(draft)
  expect(readDraft({ userId: 'u', articleId: 'a', replyTo: '1' })?.html).toBe('<p>an answer</p>')
  expect(readDraft({ userId: 'u', articleId: 'a', editedId: '1' })).toBeNull()
  expect(readDraft({ userId: 'u', articleId: 'b' })).toBeNull()
  expect(readDraft({ userId: 'other', articleId: 'a' })).toBeNull()
  removeDraft({ userId: 'u', articleId: 'a' })
  expect(readDraft({ userId: 'u', articleId: 'a' })).toBeNull()
  expect(readDraft({ userId: 'u', articleId: 'a', replyTo: '1' })).not.toBeNull()
})

it('ignores data that it did not write', () => {
  for (const text of ['{', '[]', '"x"', '{"html":1}']) {
    stored.set('knowreel.comment:u:a', text)
    expect(readDraft({ userId: 'u', articleId: 'a' })).toBeNull()
  }
})
