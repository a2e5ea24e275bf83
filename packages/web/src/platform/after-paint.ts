/** Calls back when what is shown now has been painted, with how many milliseconds that took; never in a page out of sight. */
export function afterPaint(work: (paintedMs: number) => void): void {
  if (typeof requestAnimationFrame === 'undefined') return
  requestAnimationFrame(() => {
    const begun = performance.now()
    // A message is taken once the frame is done; a timer may be later than the next key.
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      // Open ports are kept by the browser, and every key makes some.
      port1.close()
      work(performance.now() - begun)
    }
    port2.postMessage(null)
  })
}
