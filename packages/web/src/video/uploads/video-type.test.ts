import { expect, test } from 'vitest'
import { validateVideoFile, detectVideoType } from './video-type.ts'

const ascii = (text: string) => [...text].map((letter) => letter.charCodeAt(0))
const box = (type: string, brand = '') => new Uint8Array([0, 0, 0, 24, ...ascii(type + brand), ...Array(16).fill(0)])
const ebml = (docType: string) =>
  new Uint8Array([0x1a, 0x45, 0xdf, 0xa3, 0x9f, 0x42, 0x82, 0x84, ...ascii(docType), 0, 0])

test.each([
  ['webm', ebml('webm'), 'video/webm'],
  ['Matroska', ebml('matroska'), null],
  ['mp4', box('ftyp', 'isom'), 'video/mp4'],
  ['m4v', box('ftyp', 'M4V '), 'video/mp4'],
  ['QuickTime', box('ftyp', 'qt  '), 'video/quicktime'],
  ['old QuickTime', box('moov'), 'video/quicktime'],
  ['a photo of a phone', box('ftyp', 'heic'), null],
  ['sound alone', box('ftyp', 'M4A '), null],
  ['a PDF', new Uint8Array(ascii('%PDF-1.7 and more')), null],
  ['AVI', new Uint8Array(ascii('RIFF....AVI LIST')), null],
  ['almost nothing', new Uint8Array([0, 0, 0]), null],
] as const)('%s is recognized by its content', (_, bytes, type) => {
  expect(detectVideoType(bytes)).toBe(type)
})

test('a file is refused with the reason, whatever its name says', async () => {
  expect(await validateVideoFile(new File(['%PDF-1.7 and more'], 'recording.mp4', { type: 'video/mp4' }))).toBe(
    'Only webm, mp4 and mov videos can be uploaded',
  )
  expect(await validateVideoFile(new File([], 'recording.mp4'))).toBe('The file is empty')
  expect(await validateVideoFile(new File([box('ftyp', 'isom')], 'recording'))).toBeNull()
  const huge = Object.defineProperty(new File([box('ftyp', 'isom')], 'recording.mp4'), 'size', {
    value: 20_000_000_001,
  })
  expect(await validateVideoFile(huge)).toBe('The recording is larger than 20 GB')
})
