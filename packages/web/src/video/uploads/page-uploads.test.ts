import { afterEach, expect, test, vi } from 'vitest'
import { closeUploads, openUploads, withUploads } from './page-uploads.ts'

// The real one needs the catalogue of a running server, and the browser.
vi.mock('./browser-uploads.ts', () => ({
  browserUploads: (owner: string) => ({
    owner,
    items: () => [],
    subscribe: () => () => undefined,
    restore: async () => undefined,
    close: () => undefined,
  }),
}))
afterEach(closeUploads)

/** Whose uploads the work was given. */
async function ownerOfNext(): Promise<string> {
  let owner = ''
  await withUploads(async (uploads) => (owner = uploads.owner))
  return owner
}

test('a file that is chosen before the uploads of the page are open waits for them', async () => {
  const waiting = ownerOfNext()
  await openUploads('ines:halden')
  expect(await waiting).toBe('ines:halden')
})

test('after signing out the uploads are those of whoever signs in next', async () => {
  await openUploads('ines:halden')
  closeUploads()
  const waiting = ownerOfNext()
  await openUploads('jonas:halden')
  expect(await waiting).toBe('jonas:halden')
})
