import { expect, it } from 'vitest'
import { readSharedSearch } from './shared-url.ts'

it('reads where a search found something, as it is in the URL', () => {
  const found = { at: 'checklist', t: 83.5, find: 'gateway', near: 12, file: '/files/attachments/0a/b.bin' }
  expect(readSharedSearch(found)).toMatchObject(found)
  expect(readSharedSearch({ file: 'x'.repeat(501) }).file).toBeUndefined()
})
