// @vitest-environment node
import { expect, it } from 'vitest'
import { codeTokens } from './code-colours.ts'

const words = (code: string, language: string) =>
  codeTokens(code, language).map(({ kind, from, to }) => `${kind}:${code.slice(from, to)}`)

it('says of which kind the words of code are', () => {
  expect(words('select 1 -- one', 'sql')).toEqual(['keyword:select', 'number:1', 'comment:-- one'])
  expect(words('const a = "x"', 'js')).toEqual(['keyword:const', 'string:"x"'])
})

it('gives a word in a word the inner kind, and what is left the outer one', () => {
  const code = '`a ${1} b`'
  const tokens = codeTokens(code, 'js')
  expect(tokens.map(({ from, to }) => code.slice(from, to)).join('')).toContain('1')
  for (const [index, { from }] of tokens.entries()) expect(from).toBeGreaterThanOrEqual(tokens[index - 1]?.to ?? 0)
})

it('leaves code plain in a language nobody knows, and when it is very long', () => {
  expect(words('x', 'klingon')).toEqual([])
  expect(words(`// ${'a'.repeat(30_000)}`, 'js')).toEqual([])
})
