// @vitest-environment node
import { expect, it } from 'vitest'
import { codeTokens } from './code-highlight.ts'

const words = (code: string, language: string) =>
  codeTokens(code, language).map(({ kind, from, to }) => `${kind}:${code.slice(from, to)}`)

it('reports the kind of each token in code', () => {
  expect(words('select 1 -- one', 'sql')).toEqual(['keyword:select', 'number:1', 'comment:-- one'])
  expect(words('const a = "x"', 'js')).toEqual(['keyword:const', 'string:"x"'])
})

it('gives a nested token the inner kind and the rest the outer one', () => {
  const code = '`a ${1} b`'
  const tokens = codeTokens(code, 'js')
  expect(tokens.map(({ from, to }) => code.slice(from, to)).join('')).toContain('1')
  for (const [index, { from }] of tokens.entries()) expect(from).toBeGreaterThanOrEqual(tokens[index - 1]?.to ?? 0)
})

it('leaves very long code and code in an unknown language plain', () => {
  expect(words('x', 'klingon')).toEqual([])
  expect(words(`// ${'a'.repeat(30_000)}`, 'js')).toEqual([])
})
