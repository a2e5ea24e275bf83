// The binding of shared document and editor, made as quick in a note of 3,000 blocks as in an empty one. As it comes it
// reads the whole shared document anew with every key of a colleague, gives every block a new node, which the editor then
// compares by content for the rest of its life, and draws everything again with each plugin that is registered later.
// Here nodes of parts that did not change are kept, only what differs is replaced (replace-changed.ts), and a key pressed
// inside one block is written into that block alone. What is shared and what is shown are the same as without this file.
import { Collaboration, isChangeOrigin } from '@tiptap/extension-collaboration'
import { Fragment, type Node } from '@tiptap/pm/model'
import type { EditorState, Plugin, PluginView, StateField, Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import {
  absolutePositionToRelativePosition,
  type ProsemirrorBinding,
  updateYFragment,
  ySyncPluginKey,
  yUndoPluginKey,
} from '@tiptap/y-tiptap'
import * as Y from 'yjs'
import { keepUndoing } from './keep-undoing.ts'
import { replaceChanged } from './replace-changed.ts'

type Observe = (events: readonly Y.YEvent<Y.AbstractType<unknown>>[], transaction: Y.Transaction) => void
type NodesOfTypes = ProsemirrorBinding['mapping']

/** Which node of the editor stands for which part of the shared document. */
class KeptNodes extends Map<unknown, unknown> {
  isKept = false
  /** While what the editor holds is written into the shared document. */
  isWritten = false

  /** The binding empties it with every change that arrives, after it has removed what did change. */
  override clear(): void {
    if (!this.isKept) super.clear()
  }
}

/** The blocks of the shared document in their order: to find one by its number, it walks through all before it. */
const blocksOf = new WeakMap<ProsemirrorBinding, Y.XmlElement[]>()

/** The part of the shared document that this node, the block with this number, stands for; null where they differ. */
function sharedBlock(binding: ProsemirrorBinding, node: Node, index: number): Y.XmlElement | null {
  const isBlock = (block: Y.XmlElement | undefined) =>
    block instanceof Y.XmlElement && block._item?.deleted === false && binding.mapping.get(block) === node
  let block = blocksOf.get(binding)?.[index]
  if (!isBlock(block)) {
    const blocks = binding.type.toArray() as Y.XmlElement[]
    blocksOf.set(binding, blocks)
    block = blocks[index]
  }
  return block && isBlock(block) ? block : null
}

export const LeanCollaboration = Collaboration.extend({
  addProseMirrorPlugins() {
    const nodes = new KeptNodes()
    // With nodes given, the binding does not draw everything again whenever plugin views are made anew.
    this.options.ySyncOptions = { ...this.options.ySyncOptions, mapping: nodes as unknown as NodesOfTypes }
    const plugins: Plugin[] = this.parent?.() ?? []
    const sync = plugins.find(({ spec }) => spec.key === ySyncPluginKey)
    const undo = plugins.find(({ spec }) => spec.key === yUndoPluginKey)
    const made = sync?.spec.state?.init({}, {} as EditorState) as { binding: ProsemirrorBinding } | undefined
    if (!sync || !undo || !made) throw new Error('The collaboration plugins are not as they were')
    slimBinding(made.binding, nodes)
    slimView(sync, made.binding, nodes)
    slimUndo(undo, made.binding)
    return plugins
  },
})

function slimBinding(binding: ProsemirrorBinding, nodes: KeptNodes): void {
  const observe = binding._observeFunction as Observe
  const observeKeeping: Observe = (events, transaction) => {
    nodes.isKept = true
    try {
      observe(events, transaction)
    } finally {
      nodes.isKept = false
    }
  }
  binding._observeFunction = observeKeeping
  Object.defineProperty(binding, '_tr', {
    get: () =>
      slimTransaction(binding, (binding.prosemirrorView as EditorView).state.tr.setMeta('addToHistory', false)),
  })
  const writeAll = binding._prosemirrorChanged.bind(binding)
  binding._prosemirrorChanged = (doc: Node) => {
    if (!writeOneBlock(binding, doc)) writeAll(doc)
  }
  binding.beforeAllTransactions = () => {
    const view = binding.prosemirrorView as EditorView | null
    // What is written from here leaves the caret where it is.
    if (view && !nodes.isWritten && binding.beforeTransactionSelection === null) {
      binding.beforeTransactionSelection = sharedSelection(binding, view.state)
    }
  }
  // Asked after each change that arrives, to scroll along with it: that would lay out the page each time, and the
  // browser itself keeps the text where it is read.
  binding._isLocalCursorInView = () => false
}

/** The binding replaces the whole document; this replaces what differs in it. */
function slimTransaction(binding: ProsemirrorBinding, transaction: Transaction): Transaction {
  const replace = transaction.replace.bind(transaction)
  transaction.replace = (from, to, slice) => {
    const content = slice?.content ?? Fragment.empty
    const isWhole = from === 0 && to === transaction.doc.content.size && content.childCount > 0
    if (!isWhole) return replace(from, to, slice)
    replaceChanged(transaction, content)
    keepNodes(binding, transaction.doc, content)
    return transaction
  }
  return transaction
}

/** A block whose words were replaced is another object than the one that was read from the shared document. */
function keepNodes({ type, mapping }: ProsemirrorBinding, doc: Node, content: Fragment): void {
  mapping.set(type, doc)
  if (type.length !== doc.childCount) return
  let index = 0
  for (let item = type._first; item !== null; item = item.next, index += 1) {
    const block = doc.child(index)
    if (block !== content.child(index)) mapping.set((item.content as Y.ContentType).type, block)
  }
}

/** False when more than one block changed, or blocks came or went. */
function writeOneBlock(binding: ProsemirrorBinding, doc: Node): boolean {
  const { type, mapping } = binding
  const former = mapping.get(type)
  if (!former || Array.isArray(former) || former.childCount !== doc.childCount) return false
  if (type.length !== doc.childCount) return false
  const isChanged = (node: Node, index: number) => node !== doc.children[index]
  const index = former.children.findIndex(isChanged)
  if (index === -1 || index !== former.children.findLastIndex(isChanged)) return false
  const block = sharedBlock(binding, former.child(index), index)
  const node = doc.child(index)
  if (block?.nodeName !== node.type.name) return false
  binding.doc.transact(() => updateYFragment(binding.doc, block, node, binding), ySyncPluginKey)
  mapping.set(type, doc)
  return true
}

function slimView(sync: Plugin, binding: ProsemirrorBinding, nodes: KeptNodes): void {
  const makeView = sync.spec.view
  let isDrawn = false
  sync.spec.view = (view: EditorView): PluginView => {
    const made = makeView?.call(sync, view)
    if (!isDrawn) binding._forceRerender()
    isDrawn = true
    return {
      // A caret that moves changes nothing that is shared.
      update: (_view, before) => {
        if (nodes.get(binding.type) === view.state.doc) return
        nodes.isWritten = true
        try {
          made?.update?.(view, before)
        } finally {
          nodes.isWritten = false
        }
      },
      destroy: () => made?.destroy?.(),
    }
  }
}

type UndoState = { undoManager: Y.UndoManager; prevSel: unknown; hasUndoOps: boolean; hasRedoOps: boolean }

/** Where the caret was is asked for only when something is typed: nothing else can be undone. */
function slimUndo(undo: Plugin, binding: ProsemirrorBinding): void {
  const field = undo.spec.state as StateField<UndoState>
  const begin = field.init.bind(field)
  field.init = (config, state) => {
    const begun = begin(config, state)
    keepUndoing(begun.undoManager)
    return begun
  }
  field.apply = (transaction, { undoManager, prevSel }, before) => ({
    undoManager,
    prevSel: transaction.docChanged && !isChangeOrigin(transaction) ? sharedSelection(binding, before) : prevSel,
    hasUndoOps: undoManager.undoStack.length > 0,
    hasRedoOps: undoManager.redoStack.length > 0,
  })
}

/** In the form in which the binding keeps it. */
function sharedSelection(binding: ProsemirrorBinding, { doc, selection }: EditorState) {
  const { anchor, head } = selection
  const sharedAnchor = sharedPosition(binding, doc, anchor)
  return {
    type: (selection.toJSON() as { type: string }).type,
    depth: undefined,
    anchor: sharedAnchor,
    head: head === anchor ? sharedAnchor : sharedPosition(binding, doc, head),
    absAnchor: anchor,
    absHead: head,
  }
}

/** A place that stays where it is in the shared document; read from its block alone where that can be. */
export function sharedPosition(binding: ProsemirrorBinding, doc: Node, position: number): Y.RelativePosition {
  const { type, mapping } = binding
  const $position = doc.resolve(position)
  const index = $position.index(0)
  const inside = $position.depth === 0 ? 0 : position - $position.before(1) - 1
  const block = inside > 0 && type.length === doc.childCount ? sharedBlock(binding, doc.child(index), index) : null
  return block
    ? absolutePositionToRelativePosition(inside, block as unknown as Y.XmlFragment, mapping)
    : absolutePositionToRelativePosition(position, type, mapping)
}
