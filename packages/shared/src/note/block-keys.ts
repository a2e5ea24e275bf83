import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Plugin, PluginKey, type Transaction } from '@tiptap/pm/state'
import { AddMarkStep, RemoveMarkStep, ReplaceStep } from '@tiptap/pm/transform'
import { newKey } from '../identity/ids.ts'
import { isBlockKey, KEYED_BLOCKS } from './note-document.ts'

/** Transaction meta with which the collaboration plugin marks changes from the shared document. */
const SYNC_META = 'y-sync$'

/**
 * Every paragraph, heading and code block has a unique key. The editor that creates a block assigns it; remote changes
 * are left alone, because otherwise all editors would race to name the same block.
 */
export const BlockKeys = Extension.create({
  name: 'blockKeys',

  addGlobalAttributes() {
    return [
      {
        types: [...KEYED_BLOCKS],
        attributes: {
          key: {
            default: null,
            keepOnSplit: false,
            parseHTML: (element: HTMLElement) => {
              const key = element.getAttribute('data-key')
              return isBlockKey(key) ? key : null
            },
            renderHTML: ({ key }) => (key ? { 'data-key': key } : {}),
          },
        },
      },
    ]
  },

  addProseMirrorPlugins() {
    return [
      new Plugin({
        key: new PluginKey('blockKeys'),
        appendTransaction: (transactions, before, after) => {
          const isOurs = transactions.some((transaction) => !isFromSync(transaction) && mayChangeBlocks(transaction))
          if (!isOurs) return null
          const positions = findBlocksWithoutOwnKey(after.doc, mapKeyPositions(before.doc, transactions))
          if (positions.length === 0) return null
          const transaction = after.tr
          for (const position of positions) transaction.setNodeAttribute(position, 'key', newKey())
          return transaction
        },
      }),
    ]
  },
})

const isFromSync = (transaction: Transaction): boolean => Boolean(transaction.getMeta(SYNC_META)?.isChangeOrigin)

/**
 * Whether blocks may have been added, removed or joined. A key typed inside one block changes none, and must not cause
 * a walk through the note.
 */
const mayChangeBlocks = (transaction: Transaction): boolean =>
  transaction.steps.some((step, index) => {
    if (step instanceof AddMarkStep || step instanceof RemoveMarkStep) return false
    if (!(step instanceof ReplaceStep)) return true
    const { slice, from, to } = step
    if (slice.openStart > 0 || slice.openEnd > 0 || slice.content.firstChild?.isInline === false) return true
    const $from = transaction.docs[index]?.resolve(from)
    if (!$from?.sameParent($from.doc.resolve(to))) return true
    // A new key renders the block again, which would end the composition of an input method with half its text.
    return !hasKey($from.parent) && transaction.getMeta('composition') === undefined
  })

const hasKey = ({ type, attrs }: Node): boolean =>
  type.isTextblock && (!KEYED_BLOCKS.includes(type.name) || typeof attrs['key'] === 'string')

/** The position of each key's block after mapping: of two blocks with one key, the original keeps it. */
function mapKeyPositions(doc: Node, transactions: readonly Transaction[]): Map<string, number> {
  const positions = new Map<string, number>()
  doc.descendants((node, position) => {
    const key: unknown = node.attrs['key']
    if (typeof key === 'string' && !positions.has(key)) {
      positions.set(
        key,
        transactions.reduce((mapped, transaction) => transaction.mapping.map(mapped), position),
      )
    }
    return !node.isTextblock
  })
  return positions
}

function findBlocksWithoutOwnKey(doc: Node, rightful: ReadonlyMap<string, number>): number[] {
  const positionsByKey = new Map<string, number[]>()
  const positions: number[] = []
  doc.descendants((node, position) => {
    if (KEYED_BLOCKS.includes(node.type.name)) {
      const key: unknown = node.attrs['key']
      if (typeof key === 'string') positionsByKey.set(key, [...(positionsByKey.get(key) ?? []), position])
      else positions.push(position)
    }
    return !node.isTextblock
  })
  for (const [key, found] of positionsByKey) {
    if (found.length === 1) continue
    const keeper = found.find((position) => position === rightful.get(key)) ?? found[0]
    positions.push(...found.filter((position) => position !== keeper))
  }
  return positions
}
