import { useEffect, useRef } from 'react'
import type { Ms } from '@knowreel/shared/video/play-map.ts'
import { useDrawing, type Signal } from '../signal.ts'
import type { TimelineScene } from '../timeline-scene.ts'
import type { View } from '../../timeline/timeline-geometry.ts'

export type LanePainting = {
  readonly context: CanvasRenderingContext2D
  readonly view: View
  readonly duration: Ms
  /** In CSS px. */
  readonly height: number
  /** The colour of a design token. */
  readonly color: (token: `--${string}`) => string
}

type LaneCanvasProps = {
  scene: TimelineScene
  className?: string | undefined
  /** In CSS px; the width is that of the view plus the bleed on both sides. */
  height: number
  bleed?: number
  /** Signals that trigger a redraw, in addition to the view. */
  redrawOn?: readonly Pick<Signal<unknown>, 'subscribe'>[]
  paint: (brush: LanePainting) => void
}

/** A lane on a canvas at device resolution, redrawn whenever the view changes. */
export function LaneCanvas({ scene, className, height, bleed = 0, redrawOn = [], paint }: LaneCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const inks = useRef(new Map<string, string>())

  useEffect(() => scene.theme.subscribe(() => inks.current.clear()), [scene])

  useDrawing([scene.view, scene.theme, ...redrawOn], () => {
    const element = canvas.current
    const context = element?.getContext('2d')
    if (!element || !context) return
    const view = scene.view.read()
    const width = view.width + 2 * bleed
    const ratio = window.devicePixelRatio || 1
    fitCanvas(element, width, height, ratio)
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    context.clearRect(0, 0, width, height)
    context.translate(bleed, 0)
    const ink = (token: string): string => {
      const known = inks.current.get(token)
      if (known !== undefined) return known
      const read = getComputedStyle(element).getPropertyValue(token).trim()
      inks.current.set(token, read)
      return read
    }
    context.save()
    paint({ context, view, duration: scene.duration(), color: ink, height })
    context.restore()
  })

  return <canvas ref={canvas} className={className} aria-hidden />
}

/** Setting the size of a canvas clears it and allocates memory, so it is set only when it changes. */
function fitCanvas(canvas: HTMLCanvasElement, width: number, height: number, ratio: number): void {
  const pixels = Math.max(1, Math.round(width * ratio))
  const rows = Math.max(1, Math.round(height * ratio))
  if (canvas.width === pixels && canvas.height === rows) return
  canvas.width = pixels
  canvas.height = rows
  canvas.style.width = `${width}px`
  canvas.style.height = `${height}px`
}
