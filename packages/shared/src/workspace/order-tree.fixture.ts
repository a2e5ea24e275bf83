import fc from 'fast-check'
import { AppError } from '../error/app-error.ts'
import type { ErrorCode } from '../error/error-codes.ts'
import { treeFromPositions, walkOrder } from './order-tree.rules.ts'
import { maxOrderDepth, type OrderEntry } from './order-tree.ts'

export type Outline = { readonly [id: string]: Outline }

/** `tree({ a: { b: {} }, c: {} })`: `a` with the child `b`, and `c`. */
export const tree = (outline: Outline): OrderEntry[] =>
  Object.entries(outline).map(([value, items]) => ({ value, items: tree(items) }))

/** Any order of the articles `a0` … with at most twenty levels. */
export const anyOrder = (most: number): fc.Arbitrary<OrderEntry[]> =>
  fc.array(fc.nat(), { minLength: 1, maxLength: most }).map(orderFromChoices)

/** Nests each article under an earlier one, or puts it at the top level. */
export function orderFromChoices(choices: readonly number[]): OrderEntry[] {
  const depths: number[] = []
  const positions = choices.map((choice, index) => {
    const parent = choice % (index + 1)
    const isTop = parent === index || (depths[parent] ?? 0) >= maxOrderDepth
    depths.push(isTop ? 1 : (depths[parent] ?? 0) + 1)
    return { id: `a${index}`, parentId: isTop ? null : `a${parent}` }
  })
  return treeFromPositions(positions)
}

export function isWithinMaxDepth(order: readonly OrderEntry[]): boolean {
  for (const { depth } of walkOrder(order)) if (depth > maxOrderDepth) return false
  return true
}

/** The result of `change`, or null if it refuses with one of these codes. */
export function nullIfRefused<Result>(codes: readonly ErrorCode[], change: () => Result): Result | null {
  try {
    return change()
  } catch (error) {
    if (error instanceof AppError && codes.includes(error.code)) return null
    throw error
  }
}
