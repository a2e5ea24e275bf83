import { expect, test } from 'vitest'
import { readPicture } from './read-picture.ts'

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const limits = { field: 'logo', maximumBytes: 1000, tooLarge: 'File size should be less than 1MB' }
const address = (bytes: Buffer, type = 'image/png') => `data:${type};base64,${bytes.toString('base64')}`
const read = (dataUrl: string) => readPicture(dataUrl, limits)

test('PNG and JPEG are recognized by their content', () => {
  expect(read(address(png, 'image/jpeg')).contentType).toBe('image/png')
  expect(read(address(Buffer.from([0xff, 0xd8, 0xff, 0xe0])))).toMatchObject({ contentType: 'image/jpeg' })
})

test.each([
  address(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/png'),
  address(Buffer.from('GIF89a'), 'image/gif'),
  address(Buffer.alloc(0)),
  'https://evil.example/logo.png',
  'data:image/png,plain',
  'data:image/png;base64,*',
  '',
])('%j is no picture', (dataUrl) => {
  expect(() => read(dataUrl)).toThrow('Not allowed file format')
})

test('the limit is inclusive and is reported at the field', () => {
  const ofSize = (size: number) => Buffer.concat([png, Buffer.alloc(size - png.length)])
  expect(read(address(ofSize(1000))).bytes).toHaveLength(1000)
  expect(() => read(address(ofSize(1001)))).toThrow(
    expect.objectContaining({ fields: [{ field: 'logo', message: 'File size should be less than 1MB' }] }) as Error,
  )
})
