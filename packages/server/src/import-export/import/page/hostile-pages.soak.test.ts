/** Every payload through every format that can be imported: the result contains only what notes may contain. */
import { noteJsonToHtml } from '@knowreel/shared/note/note-html.ts'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { hostileExports, type HostileExport } from '../../../../test/xss/hostile-exports.ts'
import { findUnsafe } from '../../../../test/xss/safe-html.ts'
import { xssPayloads } from '../../../../test/xss/xss-payloads.ts'
import type { ArchiveContent } from '../../archive.fixture.ts'
import { buildPage } from './build-page.ts'
import type { ImportEntry, ImportFiles } from '../archive/import-entry.ts'
import { linkTargets } from './link-target.ts'
import { withOutlinePages } from '../outline-json.ts'
import { readPage } from './page-reader.ts'
import { planImport } from '../plan-import.ts'
import { detectDialect, type Dialect } from '../archive/detect-dialect.ts'

vi.setConfig({ testTimeout: 240_000 })

const dialects: Readonly<Record<string, Dialect>> = {
  'pages of HTML': 'plain',
  'pages of Markdown': 'plain',
  'a table': 'plain',
  'Notion in HTML': 'notion',
  'Notion in Markdown': 'notion',
  'a space of Confluence': 'confluence',
  'Outline in Markdown': 'outline',
  'Outline in JSON': 'outline-json',
  'our Markdown': 'knowreel',
  'our HTML': 'knowreel',
}

const entryOf = ([path, content]: [string, string | Uint8Array]): [string, ImportEntry] => {
  const bytes = Buffer.from(content)
  return [path, { path, size: bytes.length, open: () => Promise.resolve(Readable.from([bytes])) }]
}

const url = '/files/attachments/0b/0193cf0a-1111-4111-8111-00000000000b.bin'
/** Accepts every file under its given name. */
const keeper = {
  stored: [],
  picture: () => Promise.resolve({ url: url.replace('attachments', 'images').replace('.bin', '.png') }),
  pictureOf: () => Promise.resolve(null),
  attachment: (entry: ImportEntry, name: string) =>
    Promise.resolve({ id: name, url, name, ext: name, size: entry.size, time: name }),
}

async function articlesOf(content: ArchiveContent) {
  const found = new Map(Object.entries(content).map(entryOf))
  const dialect = await detectDialect(found)
  const addNote = () => undefined
  const files: ImportFiles = dialect === 'outline-json' ? await withOutlinePages(found, addNote) : found
  const plan = planImport({ files, dialect, addNote })
  const targets = linkTargets(plan.map((page) => ({ ...page, address: '/b/x/w/1/a' })))
  const pages = await Promise.all(
    plan.map((page) => buildPage(page, { files, dialect, targets, fileStore: keeper, addNote, used: new Set() })),
  )
  return { dialect, articles: pages.filter((page) => page !== null) }
}

test.each(Object.entries(hostileExports))(
  '%s let no payload through',
  async (name: string, exportOf: HostileExport) => {
    const wanted = dialects[name]
    let articles = 0
    for (const payload of xssPayloads) {
      const built = await articlesOf(exportOf(payload))
      expect(built.dialect, payload).toBe(wanted)
      for (const { title, tags, tabs } of built.articles) {
        articles++
        for (const note of tabs.flatMap(({ notes }) => notes)) {
          const html = noteJsonToHtml(note)
          expect(findUnsafe(html), payload).toEqual([])
          expect(html, payload).not.toContain('native code')
        }
        // Text that PostgreSQL cannot store would end the import.
        const words = JSON.stringify([title, tags, tabs])
        expect(words.includes('\\u0000'), payload).toBe(false)
        expect(words.isWellFormed() && !/\\ud[89a-f]/i.test(words), payload).toBe(true)
      }
    }
    expect(articles).toBeGreaterThan(xssPayloads.length * 0.9)
  },
)

const read = (markdown: string, maxMs?: number) => {
  const resolver = {
    storePicture: () => Promise.resolve(null),
    findPicture: () => Promise.resolve({ kind: 'missing' } as const),
    findLink: () => Promise.resolve({ kind: 'outside' } as const),
  }
  const page = {
    bytes: new TextEncoder().encode(markdown),
    kind: 'markdown',
    dialect: 'plain',
    path: 'page.md',
  } as const
  return readPage(page, { resolver, addNote: () => undefined, maxMs })
}

/** Each of these used to take minutes and block the whole server. */
test.each(['*a_', '_a*', '**a_ ', '*a_\n', '*a_\n> ', 'a**b_c'])(
  'a page of nothing but %j is read in a short time, and keeps its words',
  async (sign) => {
    const page = await read(sign.repeat(390_000 / sign.length))
    expect(page?.pieces.join('').length).toBeGreaterThan(100_000)
  },
  60_000,
)

test('a paragraph with much emphasis is read as intended', async () => {
  const words = Array.from({ length: 140 }, (_, at) => `**bold ${at}**`).join(' and ')
  expect((await read(words))?.pieces.join('').match(/<strong>/g)).toHaveLength(140)
})

/** Each of these used to block the process for seconds. */
test.each(['~a', '~~a~~', '!', '[a](b)', '\na\n-', '- [ ] a\n', '+ '])(
  'while a page of nothing but %j is read, others have their turn',
  async (sign) => {
    let isOver = false
    const reading = read(sign.repeat(390_000 / sign.length), 1500)
    void reading.then(() => (isOver = true))
    let turns = 0
    for (; !isOver; turns++) await setImmediate()
    expect(turns).toBeGreaterThan(100)
    expect((await read('# Title\n\nRead'))?.pieces).toEqual(['<p>Read</p>'])
  },
  60_000,
)

test('a page of Markdown that takes too long is abandoned, and the next one is read', async () => {
  const pages = await Promise.all([read('~a'.repeat(195_000), 1), read('one'), read('two')])
  expect(pages.map((page) => page?.pieces)).toEqual([undefined, ['<p>one</p>'], ['<p>two</p>']])
})
