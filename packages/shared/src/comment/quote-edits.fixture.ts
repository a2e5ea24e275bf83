/**
 * A note under random edits, for tests of quotes. Each letter has the number it was written under, which copies and
 * moved letters keep, so a test can tell the same words from words that only look alike. The tested code sees only keys
 * and text.
 */
import * as fc from 'fast-check'
import { getSchema, Mark } from '@tiptap/core'
import { history, redo, undo } from '@tiptap/pm/history'
import { Fragment, type Node, Slice } from '@tiptap/pm/model'
import { EditorState, type Plugin, type Transaction } from '@tiptap/pm/state'
import { canJoin, canSplit } from '@tiptap/pm/transform'
import { newKey } from '../identity/ids.ts'
import { BlockKeys } from '../note/block-keys.ts'
import { KEYED_BLOCKS, type NoteJson } from '../note/note-document.ts'
import { noteExtensions } from '../note/note-schema.ts'
import { type KeyedText, type QuoteAnchor, type QuoteLocation, createQuote } from './quote-anchor.rules.ts'
import { quotableBlocks } from './quotable-blocks.rules.ts'

const WrittenMark = Mark.create({ name: 'written', inclusive: false, addAttributes: () => ({ as: { default: 0 } }) })
const schema = getSchema([
  ...noteExtensions.map((one) => (one.name === 'codeBlock' ? one.extend({ marks: 'written' }) : one)),
  WrittenMark,
])
const createKeyPlugins = (): Plugin[] =>
  (BlockKeys.config.addProseMirrorPlugins as (() => Plugin[]) | undefined)?.call({} as never) ?? []

/** Some words are frequent and appear in the same company, others are rare. */
const words = [
  ...'the a at and then of it open close gate door valve meter pump noon night wait turn left right'.split(' '),
  ...Array.from(
    { length: 60 },
    (_, index) => `${'bdfgklmnprst'[index % 12]}${'aeiou'[index % 5]}${'lnrstv'[index % 6]}${'eoa'[index % 3]}`,
  ),
]
const editKinds = [
  'write',
  'write',
  'write',
  'cut',
  'cut',
  'split',
  'join',
  'moveBlock',
  'copyBlock',
  'moveWords',
  'copyWords',
  'bold',
  'heading',
  'code',
  'plain',
  'cutBlocks',
  'undo',
  'undo',
  'redo',
] as const

export type Edit = {
  readonly kind: (typeof editKinds)[number]
  readonly at: number
  readonly to: number
  readonly size: number
}
export const anyEdit: fc.Arbitrary<Edit> = fc.record({
  kind: fc.constantFrom(...editKinds),
  at: fc.nat(),
  to: fc.nat(),
  size: fc.integer({ min: 1, max: 30 }),
})

type Block = { readonly node: Node; readonly position: number }

export class EditedNote {
  #state: EditorState
  /** Number of letters written. */
  letters = 0
  #isFresh = false
  #fresh = 0

  /** Each seed starts a block whose words it selects. */
  constructor(seeds: readonly number[], isFresh: boolean) {
    const content = seeds.map((seed, index) => {
      const type = ['paragraph', 'paragraph', 'heading', 'codeBlock'][seed % 4] ?? 'paragraph'
      const block = schema.node(type, { key: newKey() }, this.#write(seed * 13 + index * 7919, 4 + (seed % 17)))
      const around = ['blockquote', 'callout', 'toggle'][seed % 3] ?? 'blockquote'
      return index % 3 === 2 ? schema.node(around, null, block) : block
    })
    const doc = schema.node('doc', null, content)
    this.#isFresh = isFresh
    this.#state = EditorState.create({ doc, plugins: [...createKeyPlugins(), history({ newGroupDelay: 0 })] })
  }

  texts(): KeyedText[] {
    return quotableBlocks(this.#state.doc.toJSON() as NoteJson)
  }

  /** Some whole words of a block. */
  quoteAt(where: number, offset: number, length: number): QuoteAnchor | null {
    const texts = this.texts().filter(({ text }) => text.trim() !== '')
    const block = texts[where % texts.length]
    if (!block) return null
    const found = [...block.text.matchAll(/\S+/gu)]
    const first = found[offset % found.length]
    const last = found[Math.min(found.length - 1, (offset % found.length) + (length % 6))]
    return first && last ? createQuote(block, first.index, last.index + last[0].length - first.index) : null
  }

  /** The numbers of the letters at a location. */
  lettersAt({ key, offset }: QuoteLocation, length: number): number[] {
    const block = this.#blocks().find(({ node }) => node.attrs['key'] === key)
    return block ? lettersOf(block.node).slice(offset, offset + length) : []
  }

  /** Whether exactly these letters are adjacent anywhere. */
  has(letters: readonly number[]): boolean {
    const wanted = `,${letters.join(',')},`
    return this.#blocks().some(({ node }) => `,${lettersOf(node).join(',')},`.includes(wanted))
  }

  edit({ kind, at, to, size }: Edit): void {
    if (kind === 'undo' || kind === 'redo') {
      ;(kind === 'undo' ? undo : redo)(this.#state, (transaction) => this.#apply(transaction))
      return
    }
    const blocks = this.#blocks()
    const block = blocks[at % blocks.length]
    const other = blocks[to % blocks.length]
    const transaction = block && other && this.#change(kind, { block, other, at, to, size })
    if (transaction?.docChanged) this.#apply(transaction)
  }

  #change(
    kind: Exclude<Edit['kind'], 'undo' | 'redo'>,
    { block, other, at, to, size }: { block: Block; other: Block; at: number; to: number; size: number },
  ): Transaction {
    const change = this.#state.tr
    const from = positionIn(block, at)
    const end = Math.min(from + size, block.position + block.node.nodeSize - 1)
    switch (kind) {
      case 'write':
        return change.insert(from, this.#write(at + to, 1 + (size % 4)))
      case 'cut':
        return change.delete(from, end)
      case 'cutBlocks': {
        const [first, last] = [from, positionIn(other, to)].toSorted((one, another) => one - another)
        return change.delete(first ?? from, Math.min(last ?? from, (first ?? from) + 120))
      }
      case 'split':
        return canSplit(change.doc, from) ? change.split(from) : change
      case 'join': {
        const seam = block.position + block.node.nodeSize
        return canJoin(change.doc, seam) ? change.join(seam) : change
      }
      case 'moveBlock':
      case 'copyBlock': {
        const target = other.position
        if (kind === 'copyBlock') return change.insert(target, block.node)
        if (change.doc.resolve(block.position).parent.childCount === 1) return change
        change.delete(block.position, block.position + block.node.nodeSize)
        return change.insert(change.mapping.map(target), block.node)
      }
      case 'moveWords':
      case 'copyWords': {
        const slice = new Slice(
          Fragment.from(block.node.content.cut(from - block.position - 1, end - block.position - 1)),
          0,
          0,
        )
        if (kind === 'moveWords') change.delete(from, end)
        const target = change.mapping.map(positionIn(other, to))
        return change.replace(target, target, slice)
      }
      case 'bold':
        return change.addMark(from, end, schema.mark('bold'))
      case 'heading':
      case 'code':
      case 'plain': {
        const name = { heading: 'heading', code: 'codeBlock', plain: 'paragraph' }[kind]
        const type = schema.nodes[name]
        return type ? change.setBlockType(from, from, type, { key: block.node.attrs['key'] }) : change
      }
    }
  }

  #apply(transaction: Transaction): void {
    this.#state = this.#state.apply(transaction)
  }

  #write(seed: number, count: number): Node[] {
    const text = Array.from({ length: count }, (_, index) =>
      this.#isFresh ? `${freshWord((this.#fresh += 1))} ` : `${words[scrambleSeed(seed + index * 31) % words.length]} `,
    )
    return [...text.join('')].map((letter) =>
      schema.text(letter, [schema.mark('written', { as: (this.letters += 1) })]),
    )
  }

  #blocks(): Block[] {
    const blocks: Block[] = []
    this.#state.doc.descendants((node, position) => {
      if (KEYED_BLOCKS.includes(node.type.name)) blocks.push({ node, position })
      return !node.isTextblock
    })
    return blocks
  }
}

/** Scatters adjacent seeds over distant words. */
function scrambleSeed(seed: number): number {
  const half = Math.imul(seed ^ (seed >>> 15), 0x2c_1b_3c_6d)
  return (Math.imul(half ^ (half >>> 12), 0x29_7a_2d_39) ^ (half >>> 15)) >>> 0
}
const freshWord = (count: number): string => String.fromCodePoint(0x4e_00 + count, 0x4e_00 + ((count * 7) % 20_000))

const positionIn = ({ node, position }: Block, at: number): number => position + 1 + (at % (node.content.size + 1))

function lettersOf(block: Node): number[] {
  const letters: number[] = []
  block.descendants((node) => {
    const mark = node.marks.find(({ type }) => type.name === 'written')
    for (const _ of node.text ?? '') letters.push(Number(mark?.attrs['as']))
  })
  return letters
}
