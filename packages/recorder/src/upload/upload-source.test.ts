import { expect, test } from 'vitest'
import { isSameFile, readPersistedFile, createJournalEntry } from './interrupted-upload.ts'
import { fileSource, fingerprintOf, gatedSource, growingSource } from './upload-source.ts'

const never = new AbortController().signal
const textOf = async (part: Promise<Blob>) => (await part).text()

test('a recording can be read while it grows', async () => {
  const source = growingSource('Screen', 'video/webm')
  source.append(new Blob(['abc']))
  expect(source.extent()).toEqual({ bytes: 3, isComplete: false })
  expect(await textOf(source.slice(1, 3))).toBe('bc')
  const changed = source.waitForChange(never)
  source.append(new Blob(['def']))
  await changed
  expect(await textOf(source.slice(2, 5))).toBe('cde')
  for (let start = 0; start < 6; start++)
    for (let end = start; end <= 6; end++)
      expect(await textOf(source.slice(start, end))).toBe('abcdef'.slice(start, end))
  source.end()
  expect(source.extent()).toEqual({ bytes: 6, isComplete: true })
  expect(() => source.append(new Blob(['g']))).toThrow('grows no more')
})

test('a recording whose article is not known yet grows all the same, but does not end', async () => {
  const source = growingSource('Screen', 'video/webm')
  const gate = Promise.withResolvers<void>()
  const gated = gatedSource(source, gate.promise)
  const grown = gated.waitForChange(never)
  source.append(new Blob(['abc']))
  await grown
  source.end()
  expect(gated.extent()).toEqual({ bytes: 3, isComplete: false })
  const opened = gated.waitForChange(never)
  gate.resolve()
  await opened
  expect(gated.extent()).toEqual({ bytes: 3, isComplete: true })
})

test('waiting for more of a recording can be aborted', async () => {
  const control = new AbortController()
  const waiting = growingSource('Screen', 'video/webm').waitForChange(control.signal)
  control.abort()
  await expect(waiting).resolves.toBeUndefined()
})

test('a file is recognised by its name, size and content', async () => {
  const bytes = new Uint8Array(300_000).map((_, index) => index % 251)
  const file = new File([bytes], 'Rooftop.webm', { type: 'video/webm' })
  const entry = await createJournalEntry({ owner: 'ines', file, articleId: 'k3' })
  expect(entry).toMatchObject({ name: 'Rooftop.webm', size: 300_000, mime: 'video/webm', articleId: 'k3', parts: [] })
  expect(await isSameFile(entry, new File([bytes], 'Rooftop.webm'))).toBe(true)
  expect(await isSameFile(entry, new File([bytes], 'Other.webm'))).toBe(false)
  expect(await isSameFile(entry, new File([bytes.subarray(1)], 'Rooftop.webm'))).toBe(false)
  const changed = bytes.slice()
  changed[150_000] = 255
  expect(await isSameFile(entry, new File([changed], 'Rooftop.webm'))).toBe(false)
  expect(await fingerprintOf(new Blob([]))).toMatch(/^0-/)
  expect(fileSource(file).name).toBe('Rooftop.webm')
})

test('an unchanged file kept by the browser is used without choosing it again', async () => {
  const file = new File(['recording'], 'Rooftop.webm')
  const asked: string[] = []
  const handle = (state: PermissionState, found: File = file) => ({
    getFile: async () => found,
    queryPermission: async () => state,
    requestPermission: async () => {
      asked.push('asked')
      return 'granted' as const
    },
  })
  const entryOf = (kept: unknown) => createJournalEntry({ owner: 'ines', file, handle: kept })
  expect(await readPersistedFile(await entryOf(handle('granted')), { mayAsk: false })).toBe(file)
  expect(await readPersistedFile(await entryOf(handle('prompt')), { mayAsk: false })).toBeNull()
  expect(asked).toEqual([])
  expect(await readPersistedFile(await entryOf(handle('prompt')), { mayAsk: true })).toBe(file)
  expect(asked).toEqual(['asked'])
  expect(
    await readPersistedFile(await entryOf(handle('granted', new File(['else'], 'Rooftop.webm'))), { mayAsk: true }),
  ).toBeNull()
  expect(await readPersistedFile(await entryOf(null), { mayAsk: true })).toBeNull()
})
