import { expect, test } from 'vitest'
import { code, note } from './every-node.fixture.ts'
import { printCode } from './print-code.ts'
import { createColourCode } from './renderer/code-colours.ts'

const piecesOf = async (language: string | null, text: string, share = 1) => {
  const node = code(language, text)
  const block = printCode(node, share, await createColourCode(note(node)))
  if (block.k !== 'code') throw new Error('no code')
  return block.lines.map((line) => line.map(({ kind, text: words }) => (kind === null ? words : `${kind}:${words}`)))
}

test('code has the same colours as on the screen, line by line', async () => {
  expect(await piecesOf('ts', 'let a = "x"\n\n/* one\ntwo */')).toEqual([
    ['keyword:let', ' a = ', 'string:"x"'],
    [],
    ['comment:/* one'],
    ['comment:two */'],
  ])
})

test('code without a language, or in an unknown one, stays plain', async () => {
  expect(await piecesOf(null, 'let a')).toEqual([['let a']])
  expect(await piecesOf('klingon', 'let a')).toEqual([['let a']])
})

test('break opportunities do not shift the colours', async () => {
  const [line = []] = await piecesOf('js', `"${'a'.repeat(60)}" + true`, 0.3)
  expect(line.map((piece) => piece.replaceAll('\u200b', ''))).toEqual([
    `string:"${'a'.repeat(60)}"`,
    ' + ',
    'keyword:true',
  ])
  expect(line[0]).toContain('\u200b')
})
