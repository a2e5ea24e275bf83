/**
 * The order of a workspace's articles: a tree of entries, stored as one value on the workspace. An article's parent is
 * derived from it and stored nowhere else.
 */
import * as z from 'zod'

export type OrderEntry = { value: string; items: OrderEntry[] }

/** Maximum number of levels. */
export const maxOrderDepth = 20

const maxIdLength = 64

export const orderEntry: z.ZodType<OrderEntry, OrderEntry> = z
  .object({
    value: z.string(),
    get items() {
      return z.array(orderEntry)
    },
  })
  .meta({ id: 'OrderEntry' })
export const orderTree = z.array(orderEntry)

/** Whether a value has the shape of an order. Does not recurse: a hostile depth must not overflow the stack. */
export function isOrderTree(value: unknown): value is OrderEntry[] {
  const levels: unknown[] = [value]
  while (levels.length > 0) {
    const entries = levels.pop()
    if (!Array.isArray(entries)) return false
    for (const entry of entries as unknown[]) {
      if (typeof entry !== 'object' || entry === null || !('value' in entry) || !('items' in entry)) return false
      if (typeof entry.value !== 'string' || entry.value.length === 0 || entry.value.length > maxIdLength) return false
      levels.push(entry.items)
    }
  }
  return true
}

/** An order from a client: its shape is checked here, its meaning by the rules of the tree. */
export const orderTreeInput = z.custom<OrderEntry[]>(isOrderTree, 'The order cannot be read')
