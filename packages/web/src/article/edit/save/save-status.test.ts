import { describe, expect, it } from 'vitest'
import { createSaveQueue } from '@knowreel/shared/article/save-queue.ts'
import type { Article } from '@knowreel/shared/article/article.wire.ts'
import { saveStatus } from './save-status.ts'

const at = (time: string) => new Date(`2026-11-21T${time}:00`)
const calm = {
  isUnsaved: false,
  queue: createSaveQueue(),
  savedAt: null,
  failure: null,
  article: { updatedAt: at('09:00').toISOString() } as Article,
}
const now = at('12:00').getTime()

describe('the save state', () => {
  it('is the time of the last save when nothing is left', () => {
    expect(saveStatus({ draft: calm, notes: null, now })).toEqual({ text: 'Saved 09:00', kind: 'saved' })
    expect(saveStatus({ draft: { ...calm, savedAt: at('10:42').getTime() }, notes: null, now }).text).toBe(
      'Saved 10:42',
    )
  })

  it('counts the receipts of the notes', () => {
    const notes = { save: 'saved', savedAt: at('11:05').toISOString(), connection: 'connected' } as const
    expect(saveStatus({ draft: calm, notes, now }).text).toBe('Saved 11:05')
  })

  it('is "Saving" from the first change to the last response', () => {
    expect(saveStatus({ draft: { ...calm, isUnsaved: true }, notes: null, now }).kind).toBe('saving')
    const queue = { ...createSaveQueue(), phase: 'saving' } as const
    expect(saveStatus({ draft: { ...calm, queue }, notes: null, now }).text).toBe('Saving')
    expect(
      saveStatus({ draft: calm, notes: { save: 'saving', savedAt: null, connection: 'connected' }, now }).text,
    ).toBe('Saving')
  })

  it('never reports saved for something that could not be saved', () => {
    const failure = { at: 1, error: new Error() }
    expect(saveStatus({ draft: { ...calm, isUnsaved: true, failure }, notes: null, now }).text).toBe('Not saved')
    expect(
      saveStatus({
        draft: calm,
        notes: { save: 'unsaved', savedAt: at('11:05').toISOString(), connection: 'connected' },
        now,
      }).text,
    ).toBe('Not saved')
  })

  it('reports that the page is still connecting while nothing can be written yet', () => {
    const notes = { save: 'saved', savedAt: null, connection: 'connecting' } as const
    expect(saveStatus({ draft: calm, notes, now })).toEqual({ text: 'Connecting…', kind: 'connecting' })
    expect(saveStatus({ draft: { ...calm, isUnsaved: true }, notes, now }).text).toBe('Saving')
  })

  it('names the day when that was not today', () => {
    const later = new Date('2026-11-23T08:00:00').getTime()
    expect(saveStatus({ draft: calm, notes: null, now: later }).text).toBe('Saved Nov 21, 2026')
  })
})
