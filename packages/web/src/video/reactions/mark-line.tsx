import {
  useMemo,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
} from 'react'
import type { Ms } from '@knowreel/shared/video/play-map.ts'
import { usePhone } from '../../ui/use-narrow.ts'
import { useDrawing, type Signal } from '../editing/signal.ts'
import * as texts from '../texts.ts'
import { isFit, type View } from '../timeline/timeline-geometry.ts'
import { MarkCard, MarkSheet } from './mark-card.tsx'
import { enterBy, keyOf, pinsOf, showPins, type MarkStack } from './mark-pins.ts'
import { keepStacks, markPx, stackMarks } from './mark-stacks.ts'
import type { PlacedMark } from './timeline-marks.ts'
import type { UsedMarks } from './use-timeline-marks.ts'
import styles from './mark-line.module.css'

type MarkLineProps = {
  view: Signal<View>
  duration: () => Ms
  used: UsedMarks
  onSeek: (time: Ms) => void
  /** Bottom sheets are not visible while the picture is fullscreen. */
  isFullscreen?: boolean
}

const openMs = 100
/** The time that a pointer needs from a pin to its card. */
const closeMs = 220

/** Comments and reactions at their times. Overlapping ones are stacked and listed on a card. */
export function MarkLine({ view, duration, used, onSeek, isFullscreen = false }: MarkLineProps) {
  const { marks, activeId } = used
  const line = useRef<HTMLDivElement>(null)
  const [openKey, setOpenKey] = useState<string | null>(null)
  const isSheet = usePhone() && !isFullscreen
  const stacksNow = useStacks(view, duration, marks)
  const turn = useRef<ReturnType<typeof setTimeout>>(undefined)

  useDrawing([view], () => {
    if (!line.current) return
    const { from, pxPerSecond, width } = view.read()
    const shift = (from * pxPerSecond) / 1000
    const seen = stacksNow().filter(({ left }) => left > shift - markPx.several && left < shift + width + markPx.one)
    showPins(line.current, seen, shift, activeId)
  })

  const stack = openKey === null ? undefined : stacksNow().find((one) => keyOf(one) === openKey)
  const later = (key: string | null, ms: number) => {
    clearTimeout(turn.current)
    turn.current = setTimeout(() => setOpenKey(key), ms)
  }
  const show = (key: string | null) => {
    clearTimeout(turn.current)
    setOpenKey(key)
  }
  const go = (mark: PlacedMark) => {
    onSeek(mark.time)
    if (mark.comment) used.onOpenComment(mark.comment.id)
  }

  const press = (event: MouseEvent) => {
    const key = pinOf(event)?.dataset.key
    const pressed = stacksNow().find((one) => keyOf(one) === key)
    if (!pressed || key === undefined) return
    const [first, ...others] = pressed.marks
    if (first && others.length === 0) go(first)
    const isByFinger = event.nativeEvent instanceof window.PointerEvent && event.nativeEvent.pointerType === 'touch'
    if (others.length > 0 || (isByFinger && !first?.comment)) show(key)
  }
  const enter = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse') return
    const key = pinOf(event)?.dataset.key
    if (key === undefined) return
    if (key === openKey) clearTimeout(turn.current)
    else later(key, openMs)
  }
  const leave = (event: PointerEvent) => event.pointerType === 'mouse' && later(null, closeMs)
  const focus = (event: FocusEvent) => {
    const pin = pinOf(event)
    if (!pin || !line.current) return
    enterBy(line.current, pin)
    // A closing sheet returns the focus here and must not open again.
    if (!isSheet && pin.matches(':focus-visible')) show(pin.dataset.key ?? null)
  }
  const blur = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget) && !isSheet) show(null)
  }
  const walk = (event: KeyboardEvent) => {
    const pin = pinOf(event)
    const to = pin && line.current && walkedTo(pinsOf(line.current), pin, event.key)
    if (!to) return
    event.preventDefault()
    event.stopPropagation()
    to.focus()
  }
  const escape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || openKey === null) return
    event.preventDefault()
    event.stopPropagation()
    line.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    show(null)
  }

  return (
    <div className={styles.frame} onPointerLeave={leave} onFocus={focus} onBlur={blur} onKeyDown={escape}>
      <div
        ref={line}
        className={styles.line}
        role="group"
        aria-label={texts.reactionsAndComments}
        onPointerOver={enter}
        onClick={press}
        onKeyDown={walk}
      />
      {stack && !isSheet && (
        <MarkCard
          left={stack.left - (view.read().from * view.read().pxPerSecond) / 1000}
          marks={stack.marks}
          onGo={go}
          onTakeBack={used.takeBack}
          onPointerEnter={() => clearTimeout(turn.current)}
        />
      )}
      {isSheet && (
        <MarkSheet
          marks={stack?.marks ?? null}
          onGo={(mark) => {
            show(null)
            go(mark)
          }}
          onTakeBack={used.takeBack}
          onClose={() => show(null)}
        />
      )}
    </div>
  )
}

/** Regrouped only for other markers or another scale. */
function useStacks(view: Signal<View>, duration: () => Ms, marks: readonly PlacedMark[]): () => readonly MarkStack[] {
  return useMemo(() => {
    let known: { scale: number; width: number; stacks: readonly MarkStack[] } | null = null
    return () => {
      const now = view.read()
      if (known?.scale === now.pxPerSecond && known.width === now.width) return known.stacks
      const grouped = stackMarks(marks, now.pxPerSecond / 1000)
      const stacks = isFit(now, duration()) ? keepStacks(grouped, now.width) : grouped
      known = { scale: now.pxPerSecond, width: now.width, stacks }
      return stacks
    }
    // `duration` is read when it is needed, so it is no dependency.
    // eslint-disable-next-line react/exhaustive-deps
  }, [view, marks])
}

const pinOf = ({ target }: { readonly target: EventTarget }): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-key]') : null

function walkedTo(pins: readonly HTMLElement[], from: HTMLElement, key: string): HTMLElement | undefined {
  const index = pins.indexOf(from)
  switch (key) {
    case 'ArrowRight':
      return pins[index + 1] ?? from
    case 'ArrowLeft':
      return pins[index - 1] ?? from
    case 'Home':
      return pins[0]
    case 'End':
      return pins.at(-1)
    default:
      return undefined
  }
}
