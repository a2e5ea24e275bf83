import { describe, expect, test } from 'vitest'
import { idleUpload, reduceUpload, uploadMessages, type UploadEvent, type UploadState } from './upload-state.ts'

const after = (...events: UploadEvent[]): UploadState => events.reduce(reduceUpload, idleUpload)
const began: UploadEvent = { type: 'began', sent: 0, total: 100 }
const sent = (bytes: number): UploadEvent => ({ type: 'sent', sent: bytes, total: 100 })
const accepted: UploadEvent[] = [began, sent(100), { type: 'accepting' }, { type: 'accepted', id: 'v1' }]

describe('an upload', () => {
  test('goes from sending through processing to finished', () => {
    expect(after(began, sent(50))).toMatchObject({ phase: 'uploading', sent: 50, percent: 25 })
    expect(after(began, sent(100), { type: 'accepting' })).toMatchObject({ phase: 'accepting', percent: 50 })
    expect(after(...accepted)).toMatchObject({ phase: 'processing', percent: 50, acceptId: 'v1' })
    expect(after(...accepted, { type: 'polled', progress: 60 })).toMatchObject({ percent: 80 })
    expect(after(...accepted, { type: 'polled', progress: 100 })).toMatchObject({ percent: 99 })
    expect(after(...accepted, { type: 'finished', video: null })).toMatchObject({ phase: 'finished', percent: 100 })
  })

  test('shows that the connection must be checked while offline, and resumes automatically', () => {
    const offline = after(began, sent(50), { type: 'lost', isOnline: false })
    expect(offline).toMatchObject({ phase: 'waiting', message: 'Please check your internet connection', percent: 25 })
    expect(reduceUpload(offline, sent(51))).toMatchObject({ phase: 'uploading', message: null })
    expect(after(began, { type: 'lost', isOnline: true })).toMatchObject({ phase: 'waiting', message: null })
    expect(after(...accepted, { type: 'lost', isOnline: false })).toMatchObject({ phase: 'processing', message: null })
  })

  test('never moves its progress back when bytes are sent again', () => {
    expect(after(began, sent(80), sent(40))).toMatchObject({ sent: 40, percent: 40 })
    expect(after(...accepted, { type: 'polled', progress: 60 }, { type: 'polled', progress: 20 }).percent).toBe(80)
    expect(after(began, sent(80), { type: 'restarted' })).toMatchObject({ phase: 'uploading', sent: 0, percent: 0 })
  })

  test('that failed shows the message of the specification and can be retried', () => {
    const failed = after(began, sent(40), { type: 'failed', canRetry: true })
    expect(failed).toMatchObject({
      phase: 'failed',
      message: 'Failed to upload video. Please contact the support team if such an issue occurs again.',
      canRetry: true,
    })
    expect(uploadMessages.failed).toBe(failed.message)
    expect(reduceUpload(failed, { type: 'began', sent: 40, total: 100 })).toMatchObject({
      phase: 'uploading',
      message: null,
      percent: 20,
    })
    expect(after(...accepted, { type: 'failed', message: 'The file is empty', canRetry: false })).toMatchObject({
      message: 'The file is empty',
      canRetry: false,
    })
  })

  test('ignores events that arrive too late', () => {
    const cancelled = after(began, sent(40), { type: 'cancelled' })
    expect(cancelled).toMatchObject({ phase: 'cancelled', percent: 0 })
    const finished = after(...accepted, { type: 'finished', video: null })
    for (const over of [cancelled, finished])
      for (const late of [sent(60), began, { type: 'failed', canRetry: true }, { type: 'cancelled' }] as const)
        expect(reduceUpload(over, late)).toBe(over)
    expect(after(...accepted, sent(10)).phase).toBe('processing')
    expect(after({ type: 'finished', video: null }).phase).toBe('idle')
  })
})
