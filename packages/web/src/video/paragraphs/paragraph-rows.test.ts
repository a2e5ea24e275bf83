import { describe, expect, it } from 'vitest'
import { paragraph, piece } from '@knowreel/shared/video/paragraph/paragraph-tree.fixture.ts'
import type { ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { paragraphRows, planDrop, visibleRowId, stepForKey, type ParagraphRow } from './paragraph-rows.ts'

const tree: ParagraphTree = [
  paragraph('ticket', [piece('v', 0, 1000)]),
  paragraph('console', [piece('v', 1000, 1000)], [paragraph('restart', []), paragraph('refused', [])]),
  paragraph('close', [piece('v', 2000, 1000)]),
]
const rows = paragraphRows(tree, new Set())
const row = (id: string, from = rows) => from.find((one) => one.id === id) as ParagraphRow
const move = { currentLevel: 0, indentPerLevel: 20 } as const

it('rows are the visible paragraphs with their times', () => {
  expect(rows.map(({ id, level, start }) => [id, level, start])).toEqual([
    ['ticket', 1, 0],
    ['console', 1, 1000],
    ['restart', 2, 2000],
    ['refused', 2, 2000],
    ['close', 1, 2000],
  ])
  const folded = paragraphRows(tree, new Set(['console', 'ticket']))
  expect(folded.map(({ id, isFolded }) => [id, isFolded])).toEqual([
    ['ticket', false],
    ['console', true],
    ['close', false],
  ])
  expect(visibleRowId(folded, tree, 'refused')).toBe('console')
  expect(visibleRowId(rows, tree, 'refused')).toBe('refused')
})

it('unchanged rows keep their identity, so that a change renders no others', () => {
  const [ticket, ...others] = tree
  if (!ticket) throw new Error('The tree is empty')
  const next = paragraphRows([{ ...ticket, title: 'Read' }, ...others], new Set(), rows)
  expect(next.map((one, at) => one === rows[at])).toEqual([false, true, true, true, true])
})

describe('a drop', () => {
  it('puts a paragraph before, after or under another', () => {
    expect(planDrop(tree, 'close', row('ticket'), { type: 'reorder-above', ...move })).toMatchObject({
      zone: 'before',
      position: { parentId: null, index: 0 },
      refusal: null,
    })
    expect(planDrop(tree, 'ticket', row('close'), { type: 'reorder-below', ...move })?.position).toEqual({
      parentId: null,
      index: 2,
    })
    expect(planDrop(tree, 'close', row('restart'), { type: 'reorder-below', ...move })?.position).toEqual({
      parentId: 'console',
      index: 1,
    })
    expect(planDrop(tree, 'close', row('console'), { type: 'make-child', ...move })?.position.index).toBe(0)
    const folded = paragraphRows(tree, new Set(['console']))
    expect(planDrop(tree, 'close', row('console', folded), { type: 'make-child', ...move })?.position.index).toBe(2)
  })

  it('to the left below the last child moves it out, after its parent', () => {
    const plan = planDrop(tree, 'restart', row('refused'), { type: 'reparent', ...move, desiredLevel: 0 })
    expect(plan).toMatchObject({ level: 1, position: { parentId: null, index: 2 }, refusal: null })
  })

  it('that changes nothing is ignored', () => {
    expect(planDrop(tree, 'ticket', row('console'), { type: 'reorder-above', ...move })).toBeNull()
    expect(planDrop(tree, 'refused', row('restart'), { type: 'reorder-below', ...move })).toBeNull()
  })

  it('against the rules says why', () => {
    const third = planDrop(tree, 'ticket', row('restart'), { type: 'make-child', ...move })
    expect(third?.refusal).toBe('Only two levels allowed')
    const itself = planDrop(tree, 'console', row('restart'), { type: 'reorder-above', ...move })
    expect(itself?.refusal).toBe('You can not move paragraph in this way')
    const nested = planDrop(tree, 'console', row('close'), { type: 'make-child', ...move })
    expect(nested?.refusal).toBe('Only two levels allowed')
  })
})

it('arrow keys move, fold and unfold', () => {
  expect(stepForKey(rows, 'ticket', 'ArrowDown')).toEqual({ go: 'console' })
  expect(stepForKey(rows, 'ticket', 'ArrowUp')).toEqual({ go: 'ticket' })
  expect(stepForKey(rows, 'console', 'End')).toEqual({ go: 'close' })
  expect(stepForKey(rows, 'close', 'Home')).toEqual({ go: 'ticket' })
  expect(stepForKey(rows, 'console', 'ArrowLeft')).toEqual({ fold: true })
  expect(stepForKey(rows, 'console', 'ArrowRight')).toEqual({ go: 'restart' })
  expect(stepForKey(rows, 'restart', 'ArrowLeft')).toEqual({ go: 'console' })
  expect(stepForKey(paragraphRows(tree, new Set(['console'])), 'console', 'ArrowRight')).toEqual({ fold: false })
  expect(stepForKey(rows, 'ticket', 'ArrowLeft')).toBeNull()
})
