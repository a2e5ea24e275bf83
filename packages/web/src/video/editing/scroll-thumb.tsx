import { useRef, type PointerEvent } from 'react'
import { isFit, clampView, visibleDuration } from '../timeline/timeline-geometry.ts'
import { useDrawing } from './signal.ts'
import type { TimelineScene } from './timeline-scene.ts'
import styles from './timeline.module.css'

/**
 * Shows which part of the timeline is visible, for mice without a horizontal wheel. Keyboard users move the play head
 * instead.
 */
export function ScrollThumb({ scene }: { scene: TimelineScene }) {
  const track = useRef<HTMLDivElement>(null)
  const thumb = useRef<HTMLElement>(null)
  useDrawing([scene.view, scene.tree], () => {
    if (!track.current || !thumb.current) return
    const view = scene.view.read()
    const duration = scene.duration()
    const isWhole = isFit(view, duration)
    track.current.toggleAttribute('data-whole', isWhole)
    if (isWhole) return
    const width = Math.max(24, (visibleDuration(view) / duration) * view.width)
    const room = duration - visibleDuration(view)
    thumb.current.style.width = `${width}px`
    thumb.current.style.transform = `translateX(${room > 0 ? (view.from / room) * (view.width - width) : 0}px)`
  })

  const grab = (event: PointerEvent<HTMLElement>) => {
    event.preventDefault()
    const target = event.currentTarget
    const begin = event.clientX
    const { from } = scene.view.read()
    target.setPointerCapture(event.pointerId)
    const move = (moved: globalThis.PointerEvent) => {
      const view = scene.view.read()
      const duration = scene.duration()
      const room = view.width - (thumb.current?.offsetWidth ?? 0)
      const by = room > 0 ? ((moved.clientX - begin) / room) * (duration - visibleDuration(view)) : 0
      scene.isFollowing.write(false)
      scene.view.write(clampView({ ...view, from: from + by }, duration))
    }
    target.addEventListener('pointermove', move)
    target.addEventListener('lostpointercapture', () => target.removeEventListener('pointermove', move), { once: true })
  }
  return (
    <div ref={track} className={styles.track} aria-hidden>
      <i ref={thumb} className={styles.thumb} onPointerDown={grab} />
    </div>
  )
}
