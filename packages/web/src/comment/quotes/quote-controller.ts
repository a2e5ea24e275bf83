/**
 * Finds the words of comments in a displayed note, follows them through edits, and reports their positions.
 *
 * It observes the DOM instead of the editor's document. A key only records which block changed; the search runs after a
 * pause, and in the meantime the browser keeps the highlighted ranges correct. In long notes only quotes near the
 * viewport are measured, because measuring all would lay out the whole note.
 */
import type { QuoteLocation } from '@knowreel/shared/comment/quote-anchor.rules.ts'
import { closestBlock, createBlockRange, readBlocks } from './block-text.ts'
import { highlightQuotes, clearQuoteHighlights } from './highlight-quotes.ts'
import type { QuoteThread } from './quote-threads.ts'
import { QuoteTracker } from './quote-tracker.ts'

/** Px from the top left corner of the note. */
export type Box = { readonly left: number; readonly top: number; readonly width: number; readonly height: number }
/** Words near the viewport, with a box for each of their lines. */
export type VisibleQuote = { readonly id: string; readonly boxes: readonly Box[] }

export type QuoteState = {
  readonly visibleQuotes: readonly VisibleQuote[]
  /** Threads whose words no longer exist; null until the first search. */
  readonly orphans: ReadonlySet<string> | null
}

type LocatedQuote = {
  readonly range: Range
  readonly block: HTMLElement
  readonly location: QuoteLocation
  readonly isMarked: boolean
}

/** Milliseconds without a change before the note is searched. */
const debounceMs = 250
/** One viewport above and below is measured too, so that nothing is missing during scrolling. */
const observerMargin = '100% 0px'

export class QuoteController {
  readonly #root: HTMLElement
  readonly #tracker = new QuoteTracker()
  readonly #textCache = new WeakMap<Element, string>()
  readonly #changedBlocks = new Set<Element>()
  readonly #nearbyBlocks = new Set<Element>()
  readonly #listeners = new Set<() => void>()
  readonly #mutationObserver = new MutationObserver((records) => this.#onMutations(records))
  readonly #resizeObserver = new ResizeObserver(() => this.#measure())
  readonly #intersectionObserver: IntersectionObserver
  #threads: readonly QuoteThread[] = []
  #locatedQuotes = new Map<string, LocatedQuote>()
  #state: QuoteState = { visibleQuotes: [], orphans: null }
  #timer: ReturnType<typeof setTimeout> | undefined
  #isDestroyed = false

  constructor(root: HTMLElement) {
    this.#root = root
    this.#intersectionObserver = new IntersectionObserver((entries) => this.#onIntersections(entries), {
      // The scroll container of the note; with the window as the root, the container would clip the margin.
      root: root.closest('main'),
      rootMargin: observerMargin,
    })
    this.#mutationObserver.observe(root, { subtree: true, childList: true, characterData: true })
    this.#resizeObserver.observe(root)
  }

  /** Replaces the threads to find. */
  setThreads(threads: readonly QuoteThread[]): void {
    this.#threads = threads
    this.#tracker.setQuotes(new Map(threads.map(({ id, quote }) => [id, quote])))
    this.#refresh()
  }

  readonly getState = (): QuoteState => this.#state
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  rangeOf(id: string): Range | null {
    return this.#locatedQuotes.get(id)?.range ?? null
  }

  /** The thread whose words are at this point of the window, or at most `reach` px above or below it. */
  threadAt(x: number, y: number, reach = 0): string | null {
    const { left, top } = this.#root.getBoundingClientRect()
    const isOn = (box: Box): boolean =>
      x - left >= box.left &&
      x - left <= box.left + box.width &&
      y - top >= box.top - reach &&
      y - top <= box.top + box.height + reach
    return this.#state.visibleQuotes.find(({ boxes }) => boxes.some(isOn))?.id ?? null
  }

  destroy(): void {
    this.#isDestroyed = true
    clearTimeout(this.#timer)
    this.#mutationObserver.disconnect()
    this.#resizeObserver.disconnect()
    this.#intersectionObserver.disconnect()
    clearQuoteHighlights()
  }

  #onMutations(records: readonly MutationRecord[]): void {
    for (const { target } of records) {
      const block = closestBlock(target)
      if (!block) continue
      this.#textCache.delete(block)
      this.#changedBlocks.add(block)
    }
    if (this.#threads.length === 0) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => runWhenIdle(() => this.#refresh()), debounceMs)
  }

  #refresh(): void {
    if (this.#isDestroyed) return
    const blocks = this.#threads.length === 0 ? [] : readBlocks(this.#root, this.#textCache)
    this.#tracker.setTexts(blocks)
    // If two blocks have the same key, the first counts, as in the rules.
    const elements = new Map(blocks.toReversed().map(({ key, element }) => [key, element]))
    const former = this.#locatedQuotes
    this.#locatedQuotes = new Map()
    let isPaintOld = false
    for (const { id, quote, isMarked } of this.#threads) {
      const location = this.#tracker.locationOf(id)
      const block = location ? elements.get(location.key) : undefined
      if (!location || !block) continue
      const known = former.get(id)
      const isKept = known?.block === block && known.location === location && !this.#changedBlocks.has(block)
      const range = isKept ? known.range : createBlockRange(block, location.offset, quote.text.length)
      if (range) this.#locatedQuotes.set(id, { range, block, location, isMarked })
      isPaintOld ||= !isKept || known.isMarked !== isMarked
    }
    this.#changedBlocks.clear()
    if (isPaintOld || this.#locatedQuotes.size !== former.size) {
      highlightQuotes([...this.#locatedQuotes.values()].flatMap(({ range, isMarked }) => (isMarked ? [range] : [])))
      this.#observeBlocks(former)
    }
    this.#measure()
  }

  #observeBlocks(former: ReadonlyMap<string, LocatedQuote>): void {
    const before = new Set([...former.values()].map(({ block }) => block))
    const now = new Set([...this.#locatedQuotes.values()].map(({ block }) => block))
    for (const block of before) {
      if (now.has(block)) continue
      this.#intersectionObserver.unobserve(block)
      this.#nearbyBlocks.delete(block)
    }
    for (const block of now) if (!before.has(block)) this.#intersectionObserver.observe(block)
  }

  #onIntersections(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) this.#nearbyBlocks.add(target)
      else this.#nearbyBlocks.delete(target)
    }
    this.#measure()
  }

  #measure(): void {
    const corner = this.#root.getBoundingClientRect()
    const shown: VisibleQuote[] = []
    for (const [id, { range, block, isMarked }] of this.#locatedQuotes) {
      if (!isMarked || !this.#nearbyBlocks.has(block)) continue
      const boxes = [...range.getClientRects()].flatMap(({ left, top, width, height }) =>
        width < 1 ? [] : [{ left: Math.round(left - corner.left), top: Math.round(top - corner.top), width, height }],
      )
      if (boxes.length > 0) shown.push({ id, boxes })
    }
    const gone = this.#threads.filter(({ id }) => !this.#locatedQuotes.has(id)).map(({ id }) => id)
    const { orphans } = this.#state
    const areOrphansSame = orphans?.size === gone.length && gone.every((id) => orphans.has(id))
    if (areOrphansSame && areEqual(shown, this.#state.visibleQuotes)) return
    this.#state = { visibleQuotes: shown, orphans: areOrphansSame ? orphans : new Set(gone) }
    for (const listener of this.#listeners) listener()
  }
}

const areEqual = (some: readonly VisibleQuote[], others: readonly VisibleQuote[]): boolean =>
  JSON.stringify(some) === JSON.stringify(others)

const runWhenIdle = (work: () => void): unknown =>
  'requestIdleCallback' in globalThis ? requestIdleCallback(work, { timeout: 1000 }) : setTimeout(work)
