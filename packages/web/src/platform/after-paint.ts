/** Calls back once the present state has been painted, with the elapsed milliseconds; never on a hidden page. */
export function afterPaint(work: (paintedMs: number) => void): void {
  if (typeof requestAnimationFrame === 'undefined') return
  requestAnimationFrame(() => {
    const begun = performance.now()
    // A message is delivered right after the frame; a timer may fire after the next key press.
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      // Browsers keep open ports alive, and every key press would create some.
      port1.close()
      work(performance.now() - begun)
    }
    port2.postMessage(null)
  })
}
