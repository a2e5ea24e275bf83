/** Converts paragraphs between wire format and tree in browsers, without repeating the server's checks. */
import type { Paragraph, ParagraphTree } from './paragraph-tree.ts'
import type { ParagraphsInput, ParagraphWire } from './paragraph.wire.ts'
import { durationOf } from '../play-map.ts'
import { playMapFromWire, playMapToWire } from '../play-map-entries.ts'

type ResponseParagraph = Omit<ParagraphWire, 'items'> & { readonly items: readonly Omit<ParagraphWire, 'items'>[] }

/** The tree of a response. Folding is local to each viewer, so it is dropped. */
export const paragraphsFromResponse = (sent: readonly ResponseParagraph[]): ParagraphTree =>
  sent.map((paragraph) => ({
    ...ownFieldsOf(paragraph),
    items: paragraph.items.map((item) => ({ ...ownFieldsOf(item), items: [] })),
  }))

const ownFieldsOf = ({ id, title, tags, pm, duration }: Omit<ParagraphWire, 'items'>) => ({
  id,
  title,
  tags,
  isExpanded: true,
  map: playMapFromWire(pm, duration) ?? [],
})

/** The tree in the format of a save. */
export const paragraphsToInput = (tree: ParagraphTree): ParagraphsInput =>
  tree.map((paragraph) => ({ ...inputOf(paragraph), items: paragraph.items.map(inputOf) }))

const inputOf = ({ id, title, tags, map }: Paragraph) => ({
  id,
  title,
  tags: [...tags],
  isExpanded: true,
  duration: durationOf(map),
  pm: playMapToWire(map),
  items: [],
})
