import { describe, expect, test } from 'vitest'
import { htmlToNoteJson } from './html-to-note.ts'
import { noteHtmlLimits } from './parse-note-html.ts'

const { characters, tags, depth } = noteHtmlLimits
const nested = (levels: number, inside: string) =>
  '<blockquote>'.repeat(levels) + inside + '</blockquote>'.repeat(levels)

describe('HTML that would block the process is refused without being parsed', () => {
  test.each([
    ['bold letters', '<b>x</b>'.repeat(24_000)],
    ['paragraphs that do not end', '<p>'.repeat(133_000)],
    ['links in links', '<a href=x>'.repeat(40_000)],
    ['bold in bold', '<b>'.repeat(130_000)],
    ['one character too many', 'x'.repeat(characters + 1)],
    ['one tag too many', '<br>'.repeat(tags + 1)],
    ['one level too many', nested(depth + 1, 'x')],
    ['levels hidden behind wrong ends', '<b></i>'.repeat(depth + 1)],
  ])('%s', async (_what, html) => {
    const begin = process.cpuUsage()
    await expect(htmlToNoteJson(html)).rejects.toMatchObject({ code: 'note_too_large', status: 422 })
    expect(process.cpuUsage(begin).user / 1000).toBeLessThan(100)
  })
})

describe('the worst accepted HTML keeps the main thread for less than 100 ms', () => {
  test.each([
    ['bold letters', '<b>x</b>'.repeat(tags / 2)],
    ['paragraphs that do not end', '<p>x'.repeat(tags)],
    ['list items that do not end', '<ul>' + '<li>x'.repeat(tags - 1)],
    ['cells that do not end', '<td>x'.repeat(tags)],
    ['links', '<a href=x>x</a>'.repeat(tags / 2)],
    ['line ends, deep down', nested(90, '<br>'.repeat(tags - 180))],
    ['styles', '<p style="a:b;c:d;e:f;g:h">x'.repeat(tags)],
    ['text', 'x'.repeat(characters)],
    ['a style of spaces', `<p style="a${' '.repeat(characters - 50)}b">x</p>`],
  ])('%s', async (_what, html) => {
    let best = Infinity
    // CPU time; the same work costs up to twice as much while another program shares the core.
    for (let run = 0; run < 4 && best >= 100; run++) {
      const begin = process.threadCpuUsage()
      await htmlToNoteJson(html)
      best = Math.min(best, process.threadCpuUsage(begin).user / 1000)
    }
    expect(best).toBeLessThan(100)
  })
})

test('a long table without end tags does not count as deep nesting', async () => {
  const note = await htmlToNoteJson(`<table>${'<tr><td>a<td>b'.repeat(300)}</table>`)
  expect(note.content?.[0]?.content?.length).toBe(300)
})
