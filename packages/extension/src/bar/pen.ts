/** Draws over the page. Strokes fade, so that a recording does not fill with them. */
import { element } from './element.ts'

export const penColours = { red: '#d2453c', amber: '#d6972b', green: '#3fa871', violet: '#8c8bff', white: '#ffffff' }
export type PenColour = keyof typeof penColours

const width = 5
const visibleMs = 4000
const fadeMs = 600

type Stroke = { readonly colour: string; readonly points: { x: number; y: number }[]; endedAt: number | null }

export function createPen(layer: HTMLElement) {
  const canvas = element('canvas', { class: 'ink', hidden: true })
  layer.prepend(canvas)
  let strokes: Stroke[] = []
  let colour: PenColour = 'red'
  let current: Stroke | null = null
  let frame = 0

  const draw = (now: number) => {
    frame = 0
    const brush = canvas.getContext('2d')
    if (brush === null) return
    const scale = devicePixelRatio
    canvas.width = innerWidth * scale
    canvas.height = innerHeight * scale
    brush.scale(scale, scale)
    brush.lineWidth = width
    brush.lineCap = brush.lineJoin = 'round'
    strokes = strokes.filter(({ endedAt }) => endedAt === null || now - endedAt < visibleMs + fadeMs)
    for (const { points, endedAt, colour: shown } of strokes) {
      brush.globalAlpha = endedAt === null ? 1 : Math.min(1, (visibleMs + fadeMs - (now - endedAt)) / fadeMs)
      brush.strokeStyle = shown
      brush.beginPath()
      for (const { x, y } of points) brush.lineTo(x, y)
      brush.stroke()
    }
    if (strokes.length > 0) redraw()
  }
  const redraw = () => (frame ||= requestAnimationFrame(draw))

  canvas.addEventListener('pointerdown', ({ clientX: x, clientY: y, pointerId, isTrusted }) => {
    if (!isTrusted) return
    canvas.setPointerCapture(pointerId)
    current = {
      colour: penColours[colour],
      points: [
        { x, y },
        { x, y },
      ],
      endedAt: null,
    }
    strokes.push(current)
    redraw()
  })
  canvas.addEventListener('pointermove', ({ clientX: x, clientY: y }) => current?.points.push({ x, y }))
  const end = () => {
    if (current !== null) current.endedAt = performance.now()
    current = null
  }
  canvas.addEventListener('pointerup', end)
  canvas.addEventListener('pointercancel', end)
  return {
    isOn: () => !canvas.hidden,
    colour: () => colour,
    turn: (isOn: boolean) => void (canvas.hidden = !isOn),
    choose: (chosen: PenColour) => void (colour = chosen),
    clear() {
      strokes = []
      redraw()
    },
  }
}
