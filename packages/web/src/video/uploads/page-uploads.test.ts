import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { closeUploads, openUploads, withUploads } from './page-uploads.ts'

// Test files share the modules of their worker: this one reloads them with its mock, and the next one without.
vi.hoisted(() => vi.resetModules())
// The real one needs the catalogue of a running server and a browser.
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
afterAll(() => {
  vi.doUnmock('./browser-uploads.ts')
  vi.resetModules()
})

/** The owner that the uploads were opened for. */
async function ownerOfNext(): Promise<string> {
  let owner = ''
  await withUploads(async (uploads) => (owner = uploads.owner))
  return owner
}

test("a file chosen before the page's uploads are open waits for them", async () => {
  const waiting = ownerOfNext()
  await openUploads('ines:halden')
  expect(await waiting).toBe('ines:halden')
})

test('after signing out, the uploads belong to whoever signs in next', async () => {
  await openUploads('ines:halden')
  closeUploads()
  const waiting = ownerOfNext()
  await openUploads('jonas:halden')
  expect(await waiting).toBe('jonas:halden')
})
