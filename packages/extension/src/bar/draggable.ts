/** Pixels that an arrow key moves. */
const step = 16
const arrows: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-step, 0],
  ArrowRight: [step, 0],
  ArrowUp: [0, -step],
  ArrowDown: [0, step],
}

/** Moves an element by a part of it, within the window; the part has the focus for arrow keys. */
export function draggable(moved: HTMLElement, grip: HTMLElement): void {
  let from: { x: number; y: number; left: number; top: number } | null = null
  grip.addEventListener('pointerdown', ({ clientX: x, clientY: y, pointerId, isTrusted }) => {
    if (!isTrusted) return
    const { left, top } = moved.getBoundingClientRect()
    from = { x, y, left, top }
    grip.setPointerCapture(pointerId)
  })
  const moveTo = (x: number, y: number) => {
    const { width, height } = moved.getBoundingClientRect()
    const left = Math.min(innerWidth - width, Math.max(0, x))
    const top = Math.min(innerHeight - height, Math.max(0, y))
    Object.assign(moved.style, { left: `${left}px`, top: `${top}px`, right: 'auto', bottom: 'auto', translate: 'none' })
  }
  grip.addEventListener('pointermove', ({ clientX, clientY }) => {
    if (from !== null) moveTo(from.left + clientX - from.x, from.top + clientY - from.y)
  })
  grip.addEventListener('keydown', (event) => {
    const arrow = arrows[event.key]
    if (arrow === undefined || !event.isTrusted) return
    event.preventDefault()
    const { left, top } = moved.getBoundingClientRect()
    moveTo(left + arrow[0], top + arrow[1])
  })
  const end = () => (from = null)
  grip.addEventListener('pointerup', end)
  grip.addEventListener('pointercancel', end)
}
