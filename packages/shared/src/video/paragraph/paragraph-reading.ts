/** Converts paragraphs between wire format and tree in browsers, without repeating the server's checks. */
import type { Paragraph, ParagraphTree } from './paragraph-tree.ts'
import type { ParagraphsInput, ParagraphWire } from './paragraph.wire.ts'
import { durationOf } from '../play-map.ts'
import { fromWire, toWire } from '../play-map-entries.ts'

type Sent = Omit<ParagraphWire, 'items'> & { readonly items: readonly Omit<ParagraphWire, 'items'>[] }

/** The tree of a response. Folding is local to each viewer, so it is dropped. */
export const readParagraphs = (sent: readonly Sent[]): ParagraphTree =>
  sent.map((paragraph) => ({
    ...ownOf(paragraph),
    items: paragraph.items.map((item) => ({ ...ownOf(item), items: [] })),
  }))

const ownOf = ({ id, title, tags, pm, duration }: Omit<ParagraphWire, 'items'>) => ({
  id,
  title,
  tags,
  isExpanded: true,
  map: fromWire(pm, duration) ?? [],
})

/** The tree in the format of a save. */
export const writeParagraphs = (tree: ParagraphTree): ParagraphsInput =>
  tree.map((paragraph) => ({ ...sentOf(paragraph), items: paragraph.items.map(sentOf) }))

const sentOf = ({ id, title, tags, map }: Paragraph) => ({
  id,
  title,
  tags: [...tags],
  isExpanded: true,
  duration: durationOf(map),
  pm: toWire(map),
  items: [],
})
