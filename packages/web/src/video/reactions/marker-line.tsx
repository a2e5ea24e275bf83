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
import { usePhone } from '../../ui/use-breakpoints.ts'
import { useDrawing, type Signal } from '../editing/signal.ts'
import * as texts from '../texts.ts'
import { isFit, type View } from '../timeline/timeline-geometry.ts'
import { MarkerCard, MarkerSheet } from './marker-card.tsx'
import { setTabStop, stackKey, visiblePins, renderPins, type MarkerStack } from './marker-pins.ts'
import { fitStacks, markerPx, stackMarkers } from './marker-stacks.ts'
import type { PositionedMarker } from './timeline-markers.ts'
import type { MarkersController } from './use-timeline-markers.ts'
import styles from './marker-line.module.css'

type MarkerLineProps = {
  view: Signal<View>
  duration: () => Ms
  controller: MarkersController
  onSeek: (time: Ms) => void
  /** Bottom sheets are not visible while the picture is fullscreen. */
  isFullscreen?: boolean
}

const openDelayMs = 100
/** The time that a pointer needs from a pin to its card. */
const closeDelayMs = 220

/** Comments and reactions at their times. Overlapping ones are stacked and listed on a card. */
export function MarkerLine({ view, duration, controller, onSeek, isFullscreen = false }: MarkerLineProps) {
  const { markers, activeId } = controller
  const line = useRef<HTMLDivElement>(null)
  const [openKey, setOpenKey] = useState<string | null>(null)
  const isSheet = usePhone() && !isFullscreen
  const stacksNow = useStacks(view, duration, markers)
  const turn = useRef<ReturnType<typeof setTimeout>>(undefined)

  useDrawing([view], () => {
    if (!line.current) return
    const { from, pxPerSecond, width } = view.read()
    const shift = (from * pxPerSecond) / 1000
    const seen = stacksNow().filter(
      ({ left }) => left > shift - markerPx.several && left < shift + width + markerPx.one,
    )
    renderPins(line.current, seen, shift, activeId)
  })

  const stack = openKey === null ? undefined : stacksNow().find((one) => stackKey(one) === openKey)
  const later = (key: string | null, ms: number) => {
    clearTimeout(turn.current)
    turn.current = setTimeout(() => setOpenKey(key), ms)
  }
  const show = (key: string | null) => {
    clearTimeout(turn.current)
    setOpenKey(key)
  }
  const go = (mark: PositionedMarker) => {
    onSeek(mark.time)
    if (mark.comment) controller.onOpenComment(mark.comment.id)
  }

  const press = (event: MouseEvent) => {
    const key = pinFromEvent(event)?.dataset.key
    const pressed = stacksNow().find((one) => stackKey(one) === key)
    if (!pressed || key === undefined) return
    const [first, ...others] = pressed.markers
    if (first && others.length === 0) go(first)
    const isByFinger = event.nativeEvent instanceof window.PointerEvent && event.nativeEvent.pointerType === 'touch'
    if (others.length > 0 || (isByFinger && !first?.comment)) show(key)
  }
  const enter = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse') return
    const key = pinFromEvent(event)?.dataset.key
    if (key === undefined) return
    if (key === openKey) clearTimeout(turn.current)
    else later(key, openDelayMs)
  }
  const leave = (event: PointerEvent) => event.pointerType === 'mouse' && later(null, closeDelayMs)
  const focus = (event: FocusEvent) => {
    const pin = pinFromEvent(event)
    if (!pin || !line.current) return
    setTabStop(line.current, pin)
    // A closing sheet returns the focus here and must not open again.
    if (!isSheet && pin.matches(':focus-visible')) show(pin.dataset.key ?? null)
  }
  const blur = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget) && !isSheet) show(null)
  }
  const walk = (event: KeyboardEvent) => {
    const pin = pinFromEvent(event)
    const to = pin && line.current && pinForKey(visiblePins(line.current), pin, event.key)
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
        <MarkerCard
          left={stack.left - (view.read().from * view.read().pxPerSecond) / 1000}
          markers={stack.markers}
          onSelect={go}
          onRemove={controller.removeReaction}
          onPointerEnter={() => clearTimeout(turn.current)}
        />
      )}
      {isSheet && (
        <MarkerSheet
          markers={stack?.markers ?? null}
          onSelect={(mark) => {
            show(null)
            go(mark)
          }}
          onRemove={controller.removeReaction}
          onClose={() => show(null)}
        />
      )}
    </div>
  )
}

/** Regrouped only for other markers or another scale. */
function useStacks(
  view: Signal<View>,
  duration: () => Ms,
  marks: readonly PositionedMarker[],
): () => readonly MarkerStack[] {
  return useMemo(() => {
    let known: { scale: number; width: number; stacks: readonly MarkerStack[] } | null = null
    return () => {
      const now = view.read()
      if (known?.scale === now.pxPerSecond && known.width === now.width) return known.stacks
      const grouped = stackMarkers(marks, now.pxPerSecond / 1000)
      const stacks = isFit(now, duration()) ? fitStacks(grouped, now.width) : grouped
      known = { scale: now.pxPerSecond, width: now.width, stacks }
      return stacks
    }
    // `duration` is read when it is needed, so it is no dependency.
    // eslint-disable-next-line react/exhaustive-deps
  }, [view, marks])
}

const pinFromEvent = ({ target }: { readonly target: EventTarget }): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-key]') : null

function pinForKey(pins: readonly HTMLElement[], from: HTMLElement, key: string): HTMLElement | undefined {
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
