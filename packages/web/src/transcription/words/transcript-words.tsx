/**
 * The words of a transcript as a list of blocks of which only the visible ones exist. The current word and sentence are
 * marked in the DOM in every frame, without React.
 */
import { useEffect, useImperativeHandle, useLayoutEffect, useRef, useState, type ReactNode, type Ref } from 'react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { isFiller } from '@knowreel/shared/transcription/cut-by-words.ts'
import type { TranscriptBlock } from '@knowreel/shared/transcription/transcript-lines.ts'
import { wordAt } from '@knowreel/shared/transcription/transcript.ts'
import type { Ms } from '@knowreel/shared/video/play-map.ts'
import { isUnsure, type TranscriptModel, type WordRange } from '../transcript-model.ts'
import * as texts from '../texts.ts'
import styles from './transcript-words.module.css'

export type TimeSource = { time(): Ms }

export type TranscriptWordsHandle = { readonly scrollToWord: (index: number) => void }

type TranscriptWordsProps = {
  model: TranscriptModel
  player: TimeSource | null
  timeLabel: (time: Ms) => string
  onSeek: (time: Ms) => void
  hits: readonly WordRange[]
  /** The hit that the search is at. */
  hit: WordRange | null
  selection: WordRange | null
  onSelect: (selection: WordRange | null) => void
  /** On edit pages: marks unsure words, filler words and silences. */
  isEditing?: boolean
  onEditWord?: (range: WordRange) => void
  onRenameSpeaker?: (name: string) => void
  onSilence?: (from: Ms, to: Ms) => void
  /** Replaces the text of the block that contains this word. */
  editor?: { readonly word: number; readonly element: ReactNode } | null
  ref?: Ref<TranscriptWordsHandle>
}

/** After manual scrolling, following pauses for this long. */
const readingMs = 4000
const minSilenceMs: Ms = 1500

export function TranscriptWords(props: TranscriptWordsProps) {
  const { model, player, hits, hit, selection, onSelect, onSeek, isEditing = false, onEditWord, editor = null } = props
  const scroller = useRef<HTMLDivElement>(null)
  // Nothing it returns is passed to a memoized component.
  // eslint-disable-next-line react/incompatible-library
  const list = useVirtualizer({
    count: model.blocks.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 120,
    overscan: 4,
    getItemKey: (index) => `${model.blocks[index]?.paragraphId ?? ''} ${model.blocks[index]?.from ?? 0} ${index}`,
  })
  const blockOf = (word: number) =>
    Math.max(
      0,
      model.blocks.findLastIndex(({ from }) => from <= word),
    )
  useImperativeHandle(props.ref, () => ({
    scrollToWord: (index) => list.scrollToIndex(blockOf(index), { align: 'center' }),
  }))
  useFollow({
    scroller,
    model,
    player,
    scrollToBlock: (word) => list.scrollToIndex(blockOf(word), { align: 'center' }),
  })
  useWordSelection(scroller, onSelect)
  const anchor = useRef<number | null>(null)

  /** Arrow keys move by words, Shift extends, Enter seeks, F2 edits. */
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.target !== event.currentTarget || model.words.length === 0) return
    const here = selection ?? { from: Math.max(0, wordAt(model.words, player?.time() ?? 0)), to: 0 }
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -8, ArrowDown: 8 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      window.getSelection()?.removeAllRanges()
      const start = anchor.current ?? here.from
      const head = selection === null ? here.from : start === selection.from ? selection.to - 1 : selection.from
      const next = Math.min(model.words.length - 1, Math.max(0, head + (selection === null ? 0 : step)))
      if (!event.shiftKey) anchor.current = next
      else anchor.current = start
      const from = event.shiftKey ? Math.min(start, next) : next
      onSelect({ from, to: (event.shiftKey ? Math.max(start, next) : next) + 1 })
      list.scrollToIndex(blockOf(next), { align: 'auto' })
    } else if (event.key === 'Enter' && selection) onSeek(model.words[selection.from]?.start ?? 0)
    else if (event.key === 'F2' && selection && onEditWord) onEditWord(selection)
    else if (event.key === 'Escape' && selection) {
      event.stopPropagation()
      onSelect(null)
    }
  }

  return (
    <div
      ref={scroller}
      className={styles.scroller}
      // Arrow keys move through the words, and a scrolled region must be reachable by keyboard.
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="region"
      aria-label={texts.transcript}
      data-editing={isEditing || undefined}
      onKeyDown={onKeyDown}
      onClick={(event) => {
        const word = wordOf(event.target)
        anchor.current = word
        if (word === null || !(window.getSelection()?.isCollapsed ?? true)) return
        onSelect(null)
        onSeek(model.words[word]?.start ?? 0)
      }}
      onDoubleClick={(event) => {
        const word = wordOf(event.target)
        if (word === null || !onEditWord) return
        window.getSelection()?.removeAllRanges()
        onEditWord({ from: word, to: word + 1 })
      }}
    >
      <div className={styles.whole} style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ key, index, start }) => {
          const block = model.blocks[index]
          if (block === undefined) return null
          return (
            <div
              key={key}
              ref={list.measureElement}
              data-index={index}
              className={styles.item}
              style={{ transform: `translateY(${start}px)` }}
            >
              <Block {...props} block={block} hits={hits} hit={hit} isEditing={isEditing} />
              {editor !== null && editor.word >= block.from && editor.word < block.to && editor.element}
            </div>
          )
        })}
      </div>
    </div>
  )
}

function Block(props: TranscriptWordsProps & { block: TranscriptBlock }) {
  const { block, model, timeLabel, onSeek, isEditing, onRenameSpeaker } = props
  const { heading } = block
  const lines = model.lines.filter(({ from, to }) => from >= block.from && to <= block.to)
  return (
    <>
      {heading && (
        <button type="button" className={styles.heading} onClick={() => onSeek(heading.start)}>
          <span>{heading.title}</span>
          <time className="kr-num">{timeLabel(heading.start)}</time>
        </button>
      )}
      {block.from < block.to && (
        <div className={styles.block}>
          <div className={styles.speaker}>
            {model.hasNames || onRenameSpeaker ? (
              onRenameSpeaker && block.speaker ? (
                <button
                  type="button"
                  className={styles.name}
                  aria-label={texts.renameSpeaker(block.speaker)}
                  onClick={() => block.speaker && onRenameSpeaker(block.speaker)}
                >
                  {block.speaker}
                </button>
              ) : (
                <span className={styles.name}>{block.speaker}</span>
              )
            ) : null}
            <time className="kr-num">{timeLabel(block.start)}</time>
          </div>
          <p className={styles.text} dir="auto">
            {lines.map((line) => (
              <span key={line.from} data-line={line.from} className={styles.line}>
                {Array.from({ length: line.to - line.from }, (_, offset) => (
                  <WordSpan key={offset} {...props} index={line.from + offset} isEditing={isEditing ?? false} />
                ))}
              </span>
            ))}
          </p>
        </div>
      )}
    </>
  )
}

function WordSpan({
  model,
  index,
  hits,
  hit,
  selection,
  isEditing,
  onSilence,
}: TranscriptWordsProps & { index: number }) {
  const played = model.words[index]
  if (played === undefined) return null
  const next = model.words[index + 1]
  const silence = next === undefined ? 0 : next.start - played.end
  const isHit = hits.some(({ from, to }) => index >= from && index < to)
  const isCurrentHit = hit !== null && index >= hit.from && index < hit.to
  return (
    <>
      <span
        data-word={index}
        className={styles.word}
        data-hit={isCurrentHit ? 'current' : isHit || undefined}
        data-selected={(selection !== null && index >= selection.from && index < selection.to) || undefined}
        data-unsure={(isEditing && isUnsure(played)) || undefined}
        data-filler={(isEditing && isFiller(played.word.text)) || undefined}
      >
        {played.word.text}
      </span>{' '}
      {isEditing && onSilence && next && silence >= minSilenceMs && (
        <button
          type="button"
          className={styles.silence}
          aria-label={texts.silenceOf((silence / 1000).toFixed(1))}
          onClick={(event) => {
            event.stopPropagation()
            onSilence(played.end, next.start)
          }}
        >
          {texts.silenceLabel((silence / 1000).toFixed(1))}
        </button>
      )}
    </>
  )
}

function wordOf(target: EventTarget | Node | null): number | null {
  const element = target instanceof Element ? target : target instanceof Node ? target.parentElement : null
  const word = element?.closest<HTMLElement>('[data-word]')?.dataset['word']
  return word === undefined ? null : Number(word)
}

/** Words that are selected by dragging. */
function useWordSelection(
  scroller: React.RefObject<HTMLElement | null>,
  onSelect: (range: WordRange | null) => void,
): void {
  const report = useRef(onSelect)
  useLayoutEffect(() => {
    report.current = onSelect
  })
  useEffect(() => {
    const read = () => {
      const chosen = window.getSelection()
      const box = scroller.current
      if (!chosen || !box || chosen.isCollapsed || !box.contains(chosen.anchorNode)) return
      const range = chosen.getRangeAt(0)
      const words = [...box.querySelectorAll<HTMLElement>('[data-word]')].filter((word) => {
        if (!range.intersectsNode(word)) return false
        // A range that ends where a word begins does not contain it.
        const own = document.createRange()
        own.selectNodeContents(word)
        return (
          range.compareBoundaryPoints(Range.END_TO_START, own) < 0 &&
          range.compareBoundaryPoints(Range.START_TO_END, own) > 0
        )
      })
      const [first, last] = [words[0]?.dataset['word'], words.at(-1)?.dataset['word']]
      if (first !== undefined && last !== undefined) report.current({ from: Number(first), to: Number(last) + 1 })
    }
    document.addEventListener('selectionchange', read)
    return () => document.removeEventListener('selectionchange', read)
  }, [scroller])
}

type Following = {
  scroller: React.RefObject<HTMLElement | null>
  model: TranscriptModel
  player: TimeSource | null
  scrollToBlock: (word: number) => void
}

/** Marks the word and the sentence that are heard, and keeps them in the middle unless someone scrolls. */
function useFollow({ scroller, model, player, scrollToBlock }: Following): void {
  const scroll = useRef(scrollToBlock)
  useLayoutEffect(() => {
    scroll.current = scrollToBlock
  })
  const [usedAt] = useState(() => ({ current: -Infinity }))
  useEffect(() => {
    const box = scroller.current
    const use = () => (usedAt.current = performance.now())
    const names = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const
    for (const name of names) box?.addEventListener(name, use, { passive: true })
    return () => names.forEach((name) => box?.removeEventListener(name, use))
  }, [scroller, usedAt])
  useEffect(() => {
    if (!player) return
    let [shownWord, shownLine] = [-2, -2]
    let marked: Element[] = []
    let frame = requestAnimationFrame(function follow() {
      frame = requestAnimationFrame(follow)
      const word = wordAt(model.words, player.time())
      const box = scroller.current
      // Elements come and go with scrolling, so that marks are renewed when theirs are gone.
      if (!box || (word === shownWord && marked.every(({ isConnected }) => isConnected))) return
      const line = model.lines.findLast(({ from }) => from <= word)?.from ?? -1
      for (const element of marked) element.removeAttribute('data-current')
      marked = [`[data-word="${word}"]`, `[data-line="${line}"]`].flatMap((one) => box.querySelector(one) ?? [])
      for (const element of marked) element.setAttribute('data-current', '')
      const isNewLine = line !== shownLine && shownLine !== -2
      ;[shownWord, shownLine] = [word, line]
      if (isNewLine && word >= 0 && performance.now() - usedAt.current > readingMs) scroll.current(word)
    })
    return () => {
      cancelAnimationFrame(frame)
      for (const element of marked) element.removeAttribute('data-current')
    }
  }, [scroller, model, player, usedAt])
}
