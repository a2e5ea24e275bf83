import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import type { ImportExportNoteKind } from '@knowreel/shared/import-export/import-export-notes.ts'
import { buildArchive } from '../../archive.fixture.ts'
import { decodeText } from './decode-text.ts'
import { readBytes } from './import-files.ts'
import { ImportFault } from '../import-fault.ts'
import { resolvePath, safePath } from './safe-path.ts'
import { openZip } from './zip-source.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'hostile-'))
afterAll(() => rm(folder, { recursive: true }))

type Made = {
  readonly name: string | Buffer
  readonly data?: Buffer
  /** The values that the directory claims instead of the true ones. */
  readonly says?: { readonly size?: number; readonly packed?: number; readonly at?: number }
  readonly attributes?: number
  readonly flags?: number
}

/** An archive written byte by byte, so that its directory can lie. */
function forge(entries: readonly Made[], count = entries.length): Buffer {
  const local: Buffer[] = []
  const central: Buffer[] = []
  let at = 0
  for (const { name, data = Buffer.from('# A'), says = {}, attributes = 0, flags = 0x800 } of entries) {
    const bytes = Buffer.from(name)
    const packed = deflateRawSync(data)
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    head.writeUInt16LE(20, 4)
    head.writeUInt16LE(flags, 6)
    head.writeUInt16LE(8, 8)
    head.writeUInt32LE(crc32(data), 14)
    head.writeUInt32LE(says.packed ?? packed.length, 18)
    head.writeUInt32LE(says.size ?? data.length, 22)
    head.writeUInt16LE(bytes.length, 26)
    const row = Buffer.alloc(46)
    row.writeUInt32LE(0x02014b50, 0)
    row.writeUInt16LE(0x0314, 4)
    row.writeUInt16LE(20, 6)
    row.writeUInt16LE(flags, 8)
    row.writeUInt16LE(8, 10)
    row.writeUInt32LE(crc32(data), 16)
    row.writeUInt32LE(says.packed ?? packed.length, 20)
    row.writeUInt32LE(says.size ?? data.length, 24)
    row.writeUInt16LE(bytes.length, 28)
    row.writeUInt32LE(attributes, 38)
    row.writeUInt32LE(says.at ?? at, 42)
    local.push(head, bytes, packed)
    central.push(row, bytes)
    at += 30 + bytes.length + packed.length
  }
  const list = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Math.min(count, 0xffff), 8)
  end.writeUInt16LE(Math.min(count, 0xffff), 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...local, list, end])
}

let files = 0
async function opened(bytes: Uint8Array) {
  const notes: [ImportExportNoteKind, string][] = []
  const file = path.join(folder, `${files++}.zip`)
  await writeFile(file, bytes)
  const started = performance.now()
  try {
    const zip = await openZip(file, (kind, location) => notes.push([kind, location]))
    return { entries: zip.entries, notes, code: null, ms: performance.now() - started }
  } catch (error) {
    if (!(error instanceof ImportFault)) throw error
    return { entries: [], notes, code: error.code, ms: performance.now() - started }
  }
}

test('names that lead out of the archive are skipped and reported, on every system', async () => {
  const bad = [
    '../../etc/passwd',
    '/etc/passwd',
    'C:\\Windows\\x.md',
    '..\\..\\x.md',
    'a/../../x.md',
    '\\\\server\\share\\x.md',
  ]
  const { entries, notes } = await opened(forge([...bad.map((name) => ({ name })), { name: 'good/page.md' }]))
  expect(entries.map((entry) => entry.path)).toEqual(['good/page.md'])
  expect(notes).toEqual(bad.map((name) => ['name_unsafe', name]))
})

test('symbolic links and encrypted files are skipped', async () => {
  const { entries, notes } = await opened(
    forge([
      { name: 'link.md', attributes: (0o120777 << 16) >>> 0 },
      { name: 'locked.md', flags: 0x801 },
      { name: 'a.md' },
    ]),
  )
  expect(entries.map((entry) => entry.path)).toEqual(['a.md'])
  expect(notes.map(([kind]) => kind)).toEqual(['symbolic_link', 'encrypted'])
})

test('overlapping files are refused before anything is unpacked', async () => {
  const data = Buffer.alloc(1_000_000)
  const overlap = await opened(
    forge([
      { name: 'a.md', data },
      { name: 'b.md', data, says: { at: 0 } },
    ]),
  )
  expect(overlap.code).toBe('zip_hostile')
})

test('an archive that unpacks to more than the limit is refused by its directory alone', async () => {
  const huge = Array.from({ length: 3 }, (_, index) => ({ name: `${index}.md`, says: { size: 2_000_000_000 } }))
  const refused = await opened(forge(huge))
  expect(refused.code).toBe('zip_too_large')
  expect(refused.ms).toBeLessThan(1000)
})

test('too many files are refused immediately', async () => {
  const refused = await opened(forge([{ name: 'a.md' }], 60_000))
  expect(refused.code).toBe('zip_too_many')
})

test('a million files are refused in less than a second', async () => {
  // The end of the directory in the ZIP64 form, which contains the real number.
  const small = forge([{ name: 'a.md' }])
  const end64 = Buffer.alloc(56)
  end64.writeUInt32LE(0x06064b50, 0)
  end64.writeBigUInt64LE(44n, 4)
  end64.writeBigUInt64LE(1_000_000n, 24)
  end64.writeBigUInt64LE(1_000_000n, 32)
  end64.writeBigUInt64LE(50n, 40)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(BigInt(small.length - 22), 8)
  locator.writeUInt32LE(1, 16)
  const end = Buffer.from(small.subarray(-22))
  end.writeUInt16LE(0xffff, 8)
  end.writeUInt16LE(0xffff, 10)
  end.writeUInt32LE(0xffffffff, 16)
  const refused = await opened(Buffer.concat([small.subarray(0, -22), end64, locator, end]))
  expect(refused.code).toBe('zip_too_many')
  expect(refused.ms).toBeLessThan(1000)
})

test('a file that is larger than declared is not read to its end', async () => {
  const data = Buffer.alloc(50_000_000)
  const { entries } = await opened(forge([{ name: 'a.md', data, says: { size: 1000 } }]))
  const [entry] = entries
  if (entry === undefined) throw new Error('It is listed')
  const before = process.memoryUsage().arrayBuffers
  await expect(readBytes(entry, 4_000_000)).rejects.toThrow()
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000)
})

test('archives in an archive are not opened', async () => {
  const inner = await buildArchive({ 'a.md': '# A' })
  const { entries, notes } = await opened(await buildArchive({ 'inner.zip': inner, 'b.md': '# B' }))
  expect(entries.map((entry) => entry.path)).toEqual(['b.md'])
  expect(notes).toEqual([['archive_inside', 'inner.zip']])
})

test.each([
  ['nothing', Buffer.alloc(0)],
  ['no archive', Buffer.from('PK\u0003\u0004 and then nothing of the kind')],
  ['half an archive', forge([{ name: 'a.md', data: Buffer.alloc(3000, 'x') }]).subarray(0, 60)],
])('%s is refused as no archive', async (_name, bytes) => {
  expect((await opened(bytes)).code).toBe('not_a_zip')
})

test('names in the DOS encoding and in unmarked UTF-8 are read', async () => {
  const { entries } = await opened(
    forge([
      { name: Buffer.from([0x81, 0x62, 0x65, 0x72, 0x2e, 0x6d, 0x64]), flags: 0 },
      { name: Buffer.from('漢字.md'), flags: 0 },
    ]),
  )
  expect(entries.map((entry) => entry.path)).toEqual(['über.md', '漢字.md'])
})

test.each([
  ['UTF-8 with a mark', Buffer.from('\ufeffhé'), 'hé', false],
  ['UTF-8', Buffer.from('hé漢'), 'hé漢', false],
  ['UTF-16', Buffer.from('\ufeffhé漢', 'utf16le'), 'hé漢', false],
  ['UTF-16 the other way', Buffer.from('\ufeffhé', 'utf16le').swap16(), 'hé', false],
  ['UTF-16 without a mark', Buffer.from('plain words', 'utf16le'), 'plain words', true],
  ['Latin-1', Buffer.from('hé', 'latin1'), 'hé', true],
  [
    'what a page declares',
    Buffer.concat([Buffer.from('<meta charset="windows-1251">'), Buffer.from([0xcf, 0xf0])]),
    '<meta charset="windows-1251">Пр',
    true,
  ],
])('text in %s is read', (_name, bytes, text, isGuessed) => {
  expect(decodeText(bytes)).toEqual({ text, isGuessed })
})

test('links in pages lead to files of the archive and nowhere else', () => {
  expect(resolvePath('a/b/page.md', '../c%20d/x.md#top')).toBe('a/c d/x.md')
  expect(resolvePath('a/page.md', '../../x.md')).toBeNull()
  expect(safePath('a//./b.md')).toBe('a/b.md')
})
