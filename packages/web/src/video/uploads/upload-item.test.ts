import { idleUpload, uploadMessages, type UploadState } from '@knowreel/recorder/upload/index.ts'
import { expect, test } from 'vitest'
import {
  initialContext,
  parseContext,
  sentText,
  uploadsTitle,
  uploadActions,
  uploadText,
  type ResumeBlocker,
  type UploadItem,
} from './upload-item.ts'

const actions = (state: Partial<UploadState>, hold: ResumeBlocker | null = null) =>
  uploadActions({ state: { ...idleUpload, ...state }, blocker: hold })
const words = (state: Partial<UploadState>, hold: ResumeBlocker | null = null) =>
  uploadText({
    state: { ...idleUpload, ...state },
    blocker: hold,
    size: 340_000_000,
    articleId: 'a',
    context: initialContext,
    isLive: false,
    isFilePersisted: true,
    fileError: null,
  })

test('an upload in progress can be paused and cancelled', () => {
  expect(actions({ phase: 'uploading' })).toMatchObject({ canPause: true, canCancel: true, resumeLabel: null })
  expect(actions({ phase: 'paused' })).toMatchObject({ canPause: false, canCancel: true, resumeLabel: 'Resume' })
})

test('a completely sent upload can be neither, because the server is processing it', () => {
  for (const phase of ['accepting', 'processing'] as const)
    expect(actions({ phase })).toMatchObject({
      canPause: false,
      canCancel: false,
      resumeLabel: null,
      canDismiss: false,
    })
})

test('a failed upload can be retried if that can help, and otherwise dismissed', () => {
  expect(actions({ phase: 'failed', canRetry: true })).toMatchObject({ resumeLabel: 'Retry', canDismiss: false })
  expect(actions({ phase: 'failed', canRetry: false })).toMatchObject({ resumeLabel: null, canDismiss: true })
})

test('an upload that another tab has locked offers no actions', () => {
  expect(actions({ phase: 'paused' }, 'elsewhere')).toMatchObject({
    resumeLabel: null,
    canCancel: false,
    canPause: false,
  })
})

test('the status texts are those of the specification', () => {
  expect(words({ phase: 'uploading', sent: 12_000_000 })).toBe('12 of 340 MB')
  expect(words({ phase: 'waiting', message: uploadMessages.offline })).toBe('Please check your internet connection')
  expect(words({ phase: 'failed', message: uploadMessages.failed })).toBe(
    'Failed to upload video. Please contact the support team if such an issue occurs again.',
  )
  expect(words({ phase: 'failed' }), 'a failure without words').toBe('Error')
  expect(words({ phase: 'paused' }, 'file')).toMatch(/Choose the same file again/)
})

test('sizes show their unit once if it is the same', () => {
  expect(sentText(900_000, 4_200_000)).toBe('0.9 of 4.2 MB')
  expect(sentText(0, 27_600), 'a very small file').toBe('0 of 28 kB')
  expect(sentText(340_000_000, 2_400_000_000)).toBe('340 MB of 2.40 GB')
  expect(sentText(1_200_000_000, 2_400_000_000)).toBe('1.20 of 2.40 GB')
})

test('the context stored by another version of the page is read defensively', () => {
  for (const kept of [null, undefined, 'x', { insert: 3, isPaused: 'yes' }])
    expect(parseContext(kept)).toEqual(initialContext)
})

test('the title of all uploads says whether any is in progress', () => {
  const item = (phase: UploadState['phase'], percent: number, hold: ResumeBlocker | null = null): UploadItem => ({
    id: phase,
    name: 'Rooftop.webm',
    size: 1000,
    articleId: 'a',
    context: initialContext,
    state: { ...idleUpload, phase, percent },
    blocker: hold,
    isLive: false,
    isFilePersisted: true,
    fileError: null,
  })
  expect(uploadsTitle([item('uploading', 20), item('paused', 40)])).toBe('Uploading 2 recordings, 30 %')
  expect(uploadsTitle([item('paused', 40)])).toBe('Upload paused, 40 %')
  expect(uploadsTitle([item('paused', 40), item('paused', 20, 'file')])).toBe('2 uploads paused, 30 %')
  expect(uploadsTitle([item('paused', 40, 'elsewhere')])).toBe('Uploading a recording, 40 %')
  expect(uploadsTitle([item('finished', 100), item('failed', 10)])).toBe('Upload failed')
})
