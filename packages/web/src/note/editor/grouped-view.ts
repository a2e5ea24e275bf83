// Draws the blocks of a long note in groups (block-groups.ts). The editor's view wraps neighbours that wear the same mark in
// one element, blocks too. So while it compares its tree with the note, and only then, the blocks of a group wear a mark
// that stands for it. What the view does inside is relied on here: `updateChildren` of the description of the whole note,
// and that marks of a node are read from it then. grouped-view is tried by e2e/long-note.spec.ts.
import { Mark, type Node, Schema } from '@tiptap/pm/model'
import type { EditorView, MarkViewConstructor } from '@tiptap/pm/view'
import { type Grouping, type GroupingRules, regroup } from './block-groups.ts'

/** Of the view's own tree, the parts that are relied on. */
type Description = {
  readonly parent: Description | undefined
  /** Of what stands for a part of the note. */
  readonly node?: Node
  /** Of what stands for a mark. */
  readonly mark?: Mark
  readonly children: readonly Description[]
  readonly size: number
  readonly border: number
  readonly contentDOM: HTMLElement | null
  parseRange: ParseRange
}
type ParseRange = (this: Description, from: number, to: number, base?: number) => unknown
type UpdateChildren = (this: Description, view: EditorView, position: number) => void
type DescriptionPrototype = { updateChildren: UpdateChildren; parseRange: ParseRange }

const groupMark = new Schema({
  nodes: { doc: { content: 'text*' }, text: {} },
  marks: {
    group: {
      attrs: { id: {} },
      // Read back from the page, a group is nothing: its blocks are.
      reparseInView: true,
      toDOM: () => ['div', 0],
    },
  },
}).marks.group

type Marks = readonly Mark[]
type Writable = { marks: Marks }

let lastId = 0
const makeGroup = (): Marks => {
  lastId += 1
  return [groupMark.create({ id: lastId })]
}

/** Blocks from which on they are grouped, and below which they are no longer. */
const groupedFrom = 120
const groupedTo = 60

const groupings = new WeakMap<EditorView, Grouping<Node, Marks> | null>()

const elements = new WeakMap<Mark, HTMLElement>()

export const groupViews: Record<string, MarkViewConstructor> = {
  [groupMark.name]: (mark) => {
    const dom = document.createElement('div')
    dom.dataset['group'] = ''
    elements.set(mark, dom)
    return { dom, ignoreMutation: ({ type }) => type === 'attributes' }
  },
}

/** From now on the view draws in groups what is long; `groupViews` must be among its mark views. */
export function groupBlocks(view: EditorView): void {
  patch(Object.getPrototypeOf((view as unknown as { docView: Description }).docView) as DescriptionPrototype)
  // Plugins that are registered later make the views of all anew.
  if (!groupings.has(view)) groupings.set(view, null)
}

/**
 * The browser writes and moves the caret by what is laid out: the group with the caret and those beside it must be, also
 * when one has scrolled away from them. Otherwise it puts what is typed where the next text is laid out.
 */
export function holdCaret(view: EditorView): void {
  const { $head } = view.state.selection
  const [mark] = groupings.get(view)?.groups[$head.index(0)] ?? Mark.none
  const group = mark && elements.get(mark)
  const held = group ? [group.previousElementSibling, group, group.nextElementSibling] : []
  if (held.every((element) => element?.hasAttribute('data-held') !== false) && held.length > 0) return
  for (const element of view.dom.querySelectorAll(':scope > [data-held]')) element.removeAttribute('data-held')
  for (const element of held) element?.setAttribute('data-held', '')
}

const patched = new WeakSet<DescriptionPrototype>()

function patch(prototype: DescriptionPrototype): void {
  if (patched.has(prototype)) return
  patched.add(prototype)
  const { updateChildren, parseRange } = prototype
  prototype.updateChildren = function updateInGroups(view, position) {
    const update = () => updateChildren.call(this, view, position)
    if (this.parent || !this.node || !groupings.has(view)) update()
    else withGroups(view, this, this.node, update)
  }
  prototype.parseRange = function parseInBlock(from, to, base = 0) {
    let start = base
    for (const child of this.parent ? [] : this.children) {
      if (!child.node && from >= start && to <= start + child.size) {
        const block = blockAround(child, from, to, start)
        if (block) return block.child.parseRange(from, to, block.start)
      }
      start += child.size
    }
    return parseRange.call(this, from, to, base)
  }
}

/** What was typed stands in one block: only that is read from the page. */
function blockAround(group: Description, from: number, to: number, groupStart: number) {
  let start = groupStart
  for (const child of group.children) {
    const inside = start + child.border
    const isInside = from >= inside && to <= start + child.size - child.border
    if (isInside && child.node && child.contentDOM) return { child, start: inside }
    start += child.size
  }
  return null
}

function withGroups(view: EditorView, description: Description, doc: Node, update: () => void): void {
  const former = groupings.get(view) ?? null
  const next = groupingOf(view, former, doc)
  groupings.set(view, next)
  view.dom.toggleAttribute('data-long', next !== null)
  if (!former && !next) return update()
  const worn: Node[] = []
  const wear = (node: Node, marks: Marks) => {
    worn.push(node)
    ;(node as Writable).marks = marks
  }
  for (const { mark, children } of description.children) {
    const marks = mark ? [mark] : Mark.none
    for (const { node } of mark ? children : []) if (node) wear(node, marks)
  }
  next?.blocks.forEach((block, index) => wear(block, next.groups[index] ?? Mark.none))
  try {
    update()
  } finally {
    for (const node of worn) (node as Writable).marks = Mark.none
  }
}

function groupingOf(view: EditorView, former: Grouping<Node, Marks> | null, doc: Node): Grouping<Node, Marks> | null {
  const isHeld = view.composing
  const isLong = isHeld ? former !== null : doc.childCount >= (former ? groupedTo : groupedFrom)
  if (!isLong) return null
  if (former?.blocks === doc.children) return former
  const { $head } = view.state.selection
  const rules: GroupingRules<Node, Marks> = {
    makeGroup,
    canPart,
    keep: $head.doc === doc ? $head.index(0) : -1,
    isHeld,
  }
  return regroup(former, doc.children, rules)
}

const plain = new Set(['paragraph', 'bulletList', 'orderedList', 'taskList'])

/** Their distance is that of two paragraphs (note-text.module.css). */
const canPart = (before: Node, after: Node): boolean => plain.has(before.type.name) && plain.has(after.type.name)

export const isGroup = (element: Element): boolean => element.hasAttribute('data-group')

/** The outermost blocks of the note are its children. */
export const holdsBlocks = (view: EditorView, element: Element | null): boolean =>
  element !== null && (element === view.dom || (isGroup(element) && element.parentElement === view.dom))
