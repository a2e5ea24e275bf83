/**
 * Finds the words of comments in a displayed note, follows them through edits, and reports their positions.
 *
 * It observes the DOM instead of the editor's document. A key only records which block changed; the search runs after a
 * pause, and in the meantime the browser keeps the highlighted ranges correct. In long notes only quotes near the
 * viewport are measured, because measuring all would lay out the whole note.
 */
import type { QuoteLocation } from '@knowreel/shared/comment/quote-anchor.rules.ts'
import { blockOf, rangeIn, readBlocks } from './block-words.ts'
import { paintQuotes, unpaintQuotes } from './paint-quotes.ts'
import type { QuoteThread } from './quote-threads.ts'
import { QuoteTracker } from './quote-tracker.ts'

/** Px from the top left corner of the note. */
export type Box = { readonly left: number; readonly top: number; readonly width: number; readonly height: number }
/** Words near the viewport, with a box for each of their lines. */
export type ShownQuote = { readonly id: string; readonly boxes: readonly Box[] }

export type QuoteState = {
  readonly shown: readonly ShownQuote[]
  /** Threads whose words no longer exist; null until the first search. */
  readonly orphans: ReadonlySet<string> | null
}

type Found = {
  readonly range: Range
  readonly block: HTMLElement
  readonly location: QuoteLocation
  readonly isMarked: boolean
}

/** Milliseconds without a change before the note is searched. */
const restMs = 250
/** One viewport above and below is measured too, so that nothing is missing during scrolling. */
const nearMargin = '100% 0px'

export class QuoteController {
  readonly #root: HTMLElement
  readonly #tracker = new QuoteTracker()
  readonly #texts = new WeakMap<Element, string>()
  readonly #touched = new Set<Element>()
  readonly #near = new Set<Element>()
  readonly #listeners = new Set<() => void>()
  readonly #mutations = new MutationObserver((records) => this.#changed(records))
  readonly #sizes = new ResizeObserver(() => this.#measure())
  readonly #sights: IntersectionObserver
  #threads: readonly QuoteThread[] = []
  #found = new Map<string, Found>()
  #state: QuoteState = { shown: [], orphans: null }
  #timer: ReturnType<typeof setTimeout> | undefined
  #isGone = false

  constructor(root: HTMLElement) {
    this.#root = root
    this.#sights = new IntersectionObserver((entries) => this.#seen(entries), {
      // The scroll container of the note; with the window as the root, the container would clip the margin.
      root: root.closest('main'),
      rootMargin: nearMargin,
    })
    this.#mutations.observe(root, { subtree: true, childList: true, characterData: true })
    this.#sizes.observe(root)
  }

  /** Replaces the threads to find. */
  follow(threads: readonly QuoteThread[]): void {
    this.#threads = threads
    this.#tracker.follow(new Map(threads.map(({ id, quote }) => [id, quote])))
    this.#refresh()
  }

  readonly getState = (): QuoteState => this.#state
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  rangeOf(id: string): Range | null {
    return this.#found.get(id)?.range ?? null
  }

  /** The thread whose words are at this point of the window, or at most `reach` px above or below it. */
  threadAt(x: number, y: number, reach = 0): string | null {
    const { left, top } = this.#root.getBoundingClientRect()
    const isOn = (box: Box): boolean =>
      x - left >= box.left &&
      x - left <= box.left + box.width &&
      y - top >= box.top - reach &&
      y - top <= box.top + box.height + reach
    return this.#state.shown.find(({ boxes }) => boxes.some(isOn))?.id ?? null
  }

  destroy(): void {
    this.#isGone = true
    clearTimeout(this.#timer)
    this.#mutations.disconnect()
    this.#sizes.disconnect()
    this.#sights.disconnect()
    unpaintQuotes()
  }

  #changed(records: readonly MutationRecord[]): void {
    for (const { target } of records) {
      const block = blockOf(target)
      if (!block) continue
      this.#texts.delete(block)
      this.#touched.add(block)
    }
    if (this.#threads.length === 0) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => whenIdle(() => this.#refresh()), restMs)
  }

  #refresh(): void {
    if (this.#isGone) return
    const blocks = this.#threads.length === 0 ? [] : readBlocks(this.#root, this.#texts)
    this.#tracker.read(blocks)
    // Of two blocks with the same key the first counts, as in the rules.
    const elements = new Map(blocks.toReversed().map(({ key, element }) => [key, element]))
    const former = this.#found
    this.#found = new Map()
    let isPaintOld = false
    for (const { id, quote, isMarked } of this.#threads) {
      const place = this.#tracker.locationOf(id)
      const block = place ? elements.get(place.key) : undefined
      if (!place || !block) continue
      const known = former.get(id)
      const isKept = known?.block === block && known.location === place && !this.#touched.has(block)
      const range = isKept ? known.range : rangeIn(block, place.offset, quote.text.length)
      if (range) this.#found.set(id, { range, block, location: place, isMarked })
      isPaintOld ||= !isKept || known.isMarked !== isMarked
    }
    this.#touched.clear()
    if (isPaintOld || this.#found.size !== former.size) {
      paintQuotes([...this.#found.values()].flatMap(({ range, isMarked }) => (isMarked ? [range] : [])))
      this.#watchBlocks(former)
    }
    this.#measure()
  }

  #watchBlocks(former: ReadonlyMap<string, Found>): void {
    const before = new Set([...former.values()].map(({ block }) => block))
    const now = new Set([...this.#found.values()].map(({ block }) => block))
    for (const block of before) {
      if (now.has(block)) continue
      this.#sights.unobserve(block)
      this.#near.delete(block)
    }
    for (const block of now) if (!before.has(block)) this.#sights.observe(block)
  }

  #seen(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) this.#near.add(target)
      else this.#near.delete(target)
    }
    this.#measure()
  }

  #measure(): void {
    const corner = this.#root.getBoundingClientRect()
    const shown: ShownQuote[] = []
    for (const [id, { range, block, isMarked }] of this.#found) {
      if (!isMarked || !this.#near.has(block)) continue
      const boxes = [...range.getClientRects()].flatMap(({ left, top, width, height }) =>
        width < 1 ? [] : [{ left: Math.round(left - corner.left), top: Math.round(top - corner.top), width, height }],
      )
      if (boxes.length > 0) shown.push({ id, boxes })
    }
    const gone = this.#threads.filter(({ id }) => !this.#found.has(id)).map(({ id }) => id)
    const { orphans } = this.#state
    const areOrphansSame = orphans?.size === gone.length && gone.every((id) => orphans.has(id))
    if (areOrphansSame && areSame(shown, this.#state.shown)) return
    this.#state = { shown, orphans: areOrphansSame ? orphans : new Set(gone) }
    for (const listener of this.#listeners) listener()
  }
}

const areSame = (some: readonly ShownQuote[], others: readonly ShownQuote[]): boolean =>
  JSON.stringify(some) === JSON.stringify(others)

const whenIdle = (work: () => void): unknown =>
  'requestIdleCallback' in globalThis ? requestIdleCallback(work, { timeout: 1000 }) : setTimeout(work)
