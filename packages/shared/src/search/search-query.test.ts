import fc from 'fast-check'
import { expect, it } from 'vitest'
import { filterAt, formatFilter, parseSearchQuery, searchFilters } from './search-query.ts'

const filtersOf = (typed: string) => parseSearchQuery(typed).filters
const textOf = (typed: string) => parseSearchQuery(typed).text
/** `|` is the caret. */
const at = (typed: string) => filterAt(typed.replace('|', ''), typed.indexOf('|'))

it('reads filters anywhere in a query, and leaves the words', () => {
  const typed = 'in:"Support runbooks" meter BY:ines offline tag:vpn type:video after:2026-11-01 before:2026-12-01'
  expect(textOf(typed)).toBe('meter offline')
  expect(filtersOf(typed)).toEqual({
    in: 'Support runbooks',
    by: 'ines',
    tag: 'vpn',
    type: 'video',
    after: '2026-11-01',
    before: '2026-12-01',
  })
  expect(filtersOf('begin:1 http://in:8080 standby:x')).toEqual({})
})

it('reads a quotation mark that is written twice as part of the name', () => {
  expect(filtersOf('in:"The ""big"" meter" offline')).toEqual({ in: 'The "big" meter' })
  expect(textOf('in:"The ""big"" meter" offline')).toBe('offline')
  expect(filtersOf('tag:5"')).toEqual({ tag: '5"' })
  expect(filtersOf('in:""')).toEqual({ in: '' })
  expect(filtersOf(String.raw`in:"C:\" meter`)).toEqual({ in: 'C:\\' })
})

it('does not search for the words of a filter that is still being typed', () => {
  expect(textOf('meter in:')).toBe('meter')
  expect(filtersOf('meter in:')).toEqual({})
  expect(textOf('meter in:"Support run')).toBe('meter')
  expect(filtersOf('meter in:"Support run')).toEqual({ in: 'Support run' })
  expect(textOf('the note says in: the box')).toBe('the note says in: the box')
})

it('writes every value so that it is read as the same', () => {
  expect(formatFilter('tag', 'vpn')).toBe('tag:vpn')
  expect(formatFilter('in', 'Support runbooks')).toBe('in:"Support runbooks"')
  const value = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 100 }).map((text) => text.trim())
  fc.assert(
    fc.property(
      fc.constantFrom(...searchFilters),
      value.filter((text) => text !== ''),
      (name, text) => {
        const query = parseSearchQuery(`meter ${formatFilter(name, text)} offline`)
        expect(query.filters).toEqual({ [name]: text })
        expect(query.text).toBe('meter offline')
      },
    ),
  )
})

it('finds the filter that is being typed', () => {
  expect(at('in:|')).toEqual({ name: 'in', value: '', start: 0, end: 3 })
  expect(at('meter By:in|es offline')).toEqual({ name: 'by', value: 'in', start: 6, end: 13 })
  expect(at('in:"Support ru|')).toEqual({ name: 'in', value: 'Support ru', start: 0, end: 14 })
  expect(at('in:"Support| meter')).toEqual({ name: 'in', value: 'Support', start: 0, end: 11 })
  expect(at('in:"Support| runbooks" meter')).toEqual({ name: 'in', value: 'Support', start: 0, end: 21 })
  expect(at('in:"The ""b|')).toEqual({ name: 'in', value: 'The "b', start: 0, end: 11 })
  expect(at('tag:on|"x" meter')).toEqual({ name: 'tag', value: 'on', start: 0, end: 9 })
  for (const typed of ['|in:x', 'i|n:x', 'in:"Support"|', 'in:x |', 'meter|', '|', 'begin:x|'])
    expect(at(typed), typed).toBeNull()
})
