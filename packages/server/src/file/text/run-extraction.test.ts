import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildArchive } from '../../import-export/archive.fixture.ts'
import { docx, encryptedPdf, pdf } from './documents.fixture.ts'
import { runExtraction } from './run-extraction.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'knowreel-text-'))
})
afterAll(() => rm(folder, { recursive: true }))

let count = 0
async function read(content: Buffer | string, extension: string, timeoutMs?: number) {
  const file = path.join(folder, String((count += 1)))
  await writeFile(file, content)
  return runExtraction(file, { extension, signal: AbortSignal.timeout(60_000), ...(timeoutMs && { timeoutMs }) })
}
const page = (number: number | null, text: string) => ({ page: number, text })

describe('the text of', () => {
  test('a PDF is read page by page, in any script', async () => {
    const pages = ['Replace the seal every 400 hours.', 'Замініть ущільнювач', '', 'قم بتغيير الزيت', 'เปลี่ยนน้ำมัน']
    const { outcome, pages: found } = await read(pdf(...pages), 'pdf')
    expect(outcome).toBe('read')
    expect(found.map((one) => one.page)).toEqual([1, 2, 4, 5])
    expect(found[0]?.text).toContain('Replace the seal')
    expect(found[1]?.text).toContain('Замініть ущільнювач')
    expect(found[2]?.text).toContain('الزيت')
  })

  test('a Word file is joined across its runs, with footnotes', async () => {
    expect(await read(await docx('Loosen the |val|ve & wait.', '漏れを確認する'), 'docx')).toEqual({
      outcome: 'read',
      pages: [page(null, 'Loosen the valve & wait.\n漏れを確認する\nA footnote about torque.')],
    })
  })

  test('an empty file is nothing', async () => {
    expect(await read('', 'txt')).toEqual({ outcome: 'read', pages: [] })
  })
})

describe('a hostile file ends with a reason and without text:', () => {
  const bomb = '<w:t>'.padEnd(20_000_000, 'a')
  test.each<[string, () => Promise<Buffer | string> | Buffer | string, string, string]>([
    [
      'an archive that unpacks to a thousand times its size',
      () => buildArchive({ 'word/document.xml': bomb }),
      'docx',
      'too_large',
    ],
    ['an archive that unpacks to more than it says', () => lyingArchive(), 'docx', 'damaged'],
    ['a damaged PDF', () => `%PDF-1.7\n${'1 0 obj << /Type /Pages /Kids [1 0 R] >> '.repeat(50)}`, 'pdf', 'damaged'],
    ['a PDF with a password', () => encryptedPdf(), 'pdf', 'encrypted'],
  ])('%s', async (_what, build, extension, outcome) => {
    expect(await read(await build(), extension)).toEqual({ outcome, pages: [] })
  })

  test('a reader that takes too long is ended', async () => {
    expect(await read('x', 'txt', 1)).toEqual({ outcome: 'too_slow', pages: [] })
  })
})

/** Its directory says that the part has five bytes. */
function lyingArchive(): Buffer {
  const name = Buffer.from('word/document.xml')
  const data = deflateRawSync(Buffer.alloc(1_000_000, 'a'))
  const header = (signature: number, length: number) => {
    const bytes = Buffer.alloc(length)
    bytes.writeUInt32LE(signature)
    return bytes
  }
  const local = header(0x04034b50, 30)
  const central = header(0x02014b50, 46)
  for (const [bytes, at] of [
    [local, 8],
    [central, 10],
  ] as const) {
    bytes.writeUInt16LE(8, at)
    bytes.writeUInt32LE(data.length, at + 10)
    bytes.writeUInt32LE(5, at + 14)
    bytes.writeUInt16LE(name.length, at + 18)
  }
  const end = header(0x06054b50, 22)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(central.length + name.length, 12)
  end.writeUInt32LE(local.length + name.length + data.length, 16)
  return Buffer.concat([local, name, data, central, name, end])
}
