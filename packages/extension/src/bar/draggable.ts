/** Moves an element by a part of it, within the window. */
export function draggable(moved: HTMLElement, grip: HTMLElement): void {
  let from: { x: number; y: number; left: number; top: number } | null = null
  grip.addEventListener('pointerdown', ({ clientX: x, clientY: y, pointerId, isTrusted }) => {
    if (!isTrusted) return
    const { left, top } = moved.getBoundingClientRect()
    from = { x, y, left, top }
    grip.setPointerCapture(pointerId)
  })
  grip.addEventListener('pointermove', ({ clientX, clientY }) => {
    if (from === null) return
    const { width, height } = moved.getBoundingClientRect()
    const left = Math.min(innerWidth - width, Math.max(0, from.left + clientX - from.x))
    const top = Math.min(innerHeight - height, Math.max(0, from.top + clientY - from.y))
    Object.assign(moved.style, { left: `${left}px`, top: `${top}px`, right: 'auto', bottom: 'auto', translate: 'none' })
  })
  const end = () => (from = null)
  grip.addEventListener('pointerup', end)
  grip.addEventListener('pointercancel', end)
}
