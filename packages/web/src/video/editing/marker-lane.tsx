import { useRef } from 'react'
import { layoutMarkers, type Marker, type PlacedMarkers } from '../timeline/marker-layout.ts'
import { timeLabel } from '../timeline/timeline-geometry.ts'
import { useDrawing } from './signal.ts'
import { useLatest, type TimelineScene } from './timeline-scene.ts'
import styles from './marker-lane.module.css'

export type TimelineMarker = Marker & {
  /** An emoji, or the initials of who wrote. */
  readonly face: string
  /** Colour of a person, 1 to 6; null for an emoji. */
  readonly tone: number | null
  readonly label: string
}

type MarkerLaneProps = {
  scene: TimelineScene
  markers: readonly TimelineMarker[]
  onOpen?: ((markers: readonly TimelineMarker[]) => void) | undefined
}

const gapPx = 30
const lanePx = 28
const mostCounted = 9

/** Comments and reactions where they were made. What is in sight is shown by a few elements that are used again and again. */
export function MarkerLane({ scene, markers, onOpen }: MarkerLaneProps) {
  const lane = useRef<HTMLDivElement>(null)
  const shown = useRef<readonly PlacedMarkers<TimelineMarker>[]>([])

  const open = useLatest((index: number) => {
    const placed = shown.current[index]
    if (placed) onOpen?.(placed.markers)
  })

  useDrawing([scene.view], () => {
    const element = lane.current
    if (!element) return
    shown.current = layoutMarkers(scene.view.read(), markers, gapPx)
    shown.current.forEach((placed, index) => {
      const pin = element.children[index] ?? element.appendChild(newPin(() => open.current(index)))
      if (pin instanceof HTMLElement) showPin(pin, placed)
    })
    for (let index = shown.current.length; index < element.children.length; index++) {
      const pin = element.children[index]
      if (pin instanceof HTMLElement) pin.hidden = true
    }
  })

  return <div ref={lane} className={styles.markers} role="group" aria-label="Comments on the timeline" />
}

function newPin(onPress: () => void): HTMLElement {
  const pin = document.createElement('button')
  pin.type = 'button'
  pin.className = styles.pin ?? ''
  pin.addEventListener('click', onPress)
  const face = pin.appendChild(document.createElement('span'))
  // The label says it in words.
  face.ariaHidden = 'true'
  return pin
}

function showPin(pin: HTMLElement, { px, lane, markers }: PlacedMarkers<TimelineMarker>): void {
  const [first] = markers
  if (!first) return
  pin.hidden = false
  pin.style.transform = `translate(${px}px, ${lane * lanePx}px)`
  const key = `${first.id} ${markers.length}`
  if (pin.dataset.key === key) return
  pin.dataset.key = key
  const count = markers.length > mostCounted ? `${mostCounted}+` : String(markers.length)
  if (pin.firstChild) pin.firstChild.textContent = markers.length > 1 ? count : first.face
  pin.dataset.kind = markers.length > 1 ? 'several' : first.tone === null ? 'emoji' : 'person'
  pin.style.setProperty('--tone', `var(--p${first.tone ?? 1})`)
  pin.style.setProperty('--tone-bg', `var(--p${first.tone ?? 1}-bg)`)
  pin.ariaLabel = markers.length > 1 ? `${markers.length} comments around ${timeLabel(first.time)}` : first.label
}
