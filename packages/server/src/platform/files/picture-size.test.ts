import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pictureSize } from './picture-size.ts'

const photo = readFileSync(new URL('../../app/demo/photos/ines.jpg', import.meta.url))
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAYAAAC56t6BAAAAEUlEQVR42mNk+M9Qz4BFAABCfwIBBGyWBwAAAABJRU5ErkJggg==',
  'base64',
)

test('a picture tells its width and height', () => {
  expect(pictureSize(png)).toEqual({ width: 2, height: 3 })
  expect(pictureSize(photo)).toEqual({ width: 256, height: 256 })
})

test.each([
  ['nothing', Buffer.alloc(0)],
  ['a PNG of its first bytes alone', png.subarray(0, 12)],
  ['a JPEG of its first bytes alone', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
  ['a JPEG whose segments lead beyond it', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff, 0, 0, 0, 0, 0, 0])],
  ['a PNG without width', Buffer.concat([png.subarray(0, 16), Buffer.alloc(8)])],
  ['text', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg">')],
])('%s is no picture', (_, bytes) => {
  expect(pictureSize(bytes)).toBeNull()
})
