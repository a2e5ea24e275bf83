/** How the paragraphs of a recording changed from one state to another. */
import * as texts from '../texts.ts'
import { compareWords, insertedValues, type DiffLine } from './text-diff.ts'

type ParagraphFields = {
  readonly id: string
  readonly title: string
  /** In milliseconds. */
  readonly duration: number
  readonly pm: readonly unknown[]
  readonly tags: readonly string[]
}
type ComparedParagraph = ParagraphFields & { readonly items: readonly ParagraphFields[] }

type ParagraphChange = 'added' | 'removed' | 'renamed' | 'cut' | 'tagged' | 'moved'
export type ParagraphComparison = {
  readonly id: string
  readonly title: DiffLine
  readonly changes: readonly ParagraphChange[]
  /** Milliseconds; null if absent. */
  readonly before: number | null
  readonly after: number | null
}

export const changeLabels: Readonly<Record<ParagraphChange, string>> = {
  added: texts.newLabel,
  removed: texts.removed,
  renamed: texts.renamed,
  cut: texts.edited,
  tagged: texts.tagsChanged,
  moved: texts.moved,
}

type ParagraphWithParent = { readonly paragraph: Omit<ComparedParagraph, 'items'>; readonly parentId: string | null }

const withParents = (paragraphs: readonly ComparedParagraph[]): ParagraphWithParent[] =>
  paragraphs.flatMap((paragraph) => [
    { paragraph, parentId: null },
    ...paragraph.items.map((item) => ({ paragraph: item, parentId: paragraph.id })),
  ])

export function compareParagraphs(
  before: readonly ComparedParagraph[],
  after: readonly ComparedParagraph[],
): ParagraphComparison[] {
  const [old, now] = [withParents(before), withParents(after)]
  const moved = movedIds(old, now)
  const comparisons = now.map(({ paragraph }) =>
    compareParagraph(old.find((one) => one.paragraph.id === paragraph.id)?.paragraph, paragraph, moved),
  )
  const gone = old.filter(({ paragraph }) => !now.some((one) => one.paragraph.id === paragraph.id))
  return [
    ...comparisons.filter(({ changes }) => changes.length > 0),
    ...gone.map(({ paragraph }) => compareParagraph(paragraph, undefined, moved)),
  ]
}

type SingleParagraph = ParagraphWithParent['paragraph']

function compareParagraph(
  old: SingleParagraph | undefined,
  now: SingleParagraph | undefined,
  moved: ReadonlySet<string>,
): ParagraphComparison {
  const id = now?.id ?? old?.id ?? ''
  const changes: ParagraphChange[] = []
  if (old === undefined) changes.push('added')
  else if (now === undefined) changes.push('removed')
  else {
    if (old.title !== now.title) changes.push('renamed')
    if (JSON.stringify([old.pm, old.duration]) !== JSON.stringify([now.pm, now.duration])) changes.push('cut')
    if (JSON.stringify(old.tags) !== JSON.stringify(now.tags)) changes.push('tagged')
    if (moved.has(id)) changes.push('moved')
  }
  return {
    id,
    title: compareWords(old?.title ?? now?.title ?? '', now?.title ?? old?.title ?? ''),
    changes,
    before: old?.duration ?? null,
    after: now?.duration ?? null,
  }
}

/** Paragraphs with another parent, or that the shortest edit from one order to the other moves. */
function movedIds(old: readonly ParagraphWithParent[], now: readonly ParagraphWithParent[]): Set<string> {
  const idsIn = (one: readonly ParagraphWithParent[], other: readonly ParagraphWithParent[]) =>
    one.flatMap(({ paragraph }) => (other.some((each) => each.paragraph.id === paragraph.id) ? [paragraph.id] : []))
  const moved = new Set(insertedValues(idsIn(old, now), idsIn(now, old)))
  for (const { paragraph, parentId } of now) {
    const former = old.find((one) => one.paragraph.id === paragraph.id)
    if (former !== undefined && former.parentId !== parentId) moved.add(paragraph.id)
  }
  return moved
}
