import type { ParagraphTree } from '@knowreel/shared/video/paragraph-tree.ts'
import type { ParagraphWire } from '@knowreel/shared/video/paragraph.wire.ts'
import { fromWire } from '@knowreel/shared/video/play-map-entries.ts'

type Sent = Omit<ParagraphWire, 'items'> & { readonly items: readonly Omit<ParagraphWire, 'items'>[] }

/** The tree of an answer, which the server has checked already. */
export const readParagraphs = (sent: readonly Sent[]): ParagraphTree =>
  sent.map((paragraph) => ({
    ...ownOf(paragraph),
    items: paragraph.items.map((item) => ({ ...ownOf(item), items: [] })),
  }))

const ownOf = ({ id, title, tags, isExpanded, pm, duration }: Omit<ParagraphWire, 'items'>) => ({
  id,
  title,
  tags,
  isExpanded,
  map: fromWire(pm, duration) ?? [],
})
