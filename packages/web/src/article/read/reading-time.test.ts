import { expect, it } from 'vitest'
import { readingMinutes } from './reading-time.ts'

const words = (count: number) => `<p>${'word '.repeat(count)}</p>`

it('counts the words of all tabs', () => {
  expect(readingMinutes([words(440)])).toBe(2)
  expect(readingMinutes([words(440), words(440)])).toBe(4)
})

it('is one minute for anything short and zero for an empty article', () => {
  expect(readingMinutes(['<p>Three short words</p>'])).toBe(1)
  expect(readingMinutes([])).toBe(0)
  expect(readingMinutes(['<p></p><ul data-type="taskList"></ul>'])).toBe(0)
})

it('ignores tags and entities', () => {
  expect(readingMinutes([`<p>${'<code class="language-sql">&quot;</code>'.repeat(900)}</p>`])).toBe(0)
})

it('counts characters in scripts that do not separate words by spaces', () => {
  expect(readingMinutes([`<p>${'読'.repeat(1000)}</p>`])).toBe(2)
})
