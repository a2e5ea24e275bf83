/**
 * Draws decoded frames on a canvas; the newest one always wins.
 *
 * Frames in main memory are converted into one reused buffer: drawn directly, Chromium without a GPU keeps a converted
 * copy of each in shared memory, which came to 450 MB for 720p. Frames on the GPU, and rotated or stretched ones, are
 * drawn as they are.
 */
import type { VideoSample } from 'mediabunny'

export type FramePainter = {
  /**
   * Takes ownership of the sample and closes it. `onShown` is called once it is on the canvas; never if a newer one
   * came first.
   */
  paint(sample: VideoSample, onShown?: () => void): Promise<void>
  destroy(): void
}

export function createFramePainter(canvas: HTMLCanvasElement): FramePainter {
  const brush = canvas.getContext('2d', { alpha: false, desynchronized: true })
  let buffer: ImageData | null = null
  let canCopy = true
  let isDestroyed = false
  let next: { sample: VideoSample; onShown: (() => void) | undefined } | null = null
  let painting: Promise<void> | null = null

  const isCopied = (sample: VideoSample): boolean =>
    canCopy &&
    sample.format === 'I420' &&
    sample.rotation === 0 &&
    !sample.flip &&
    sample.codedWidth === sample.displayWidth &&
    sample.codedHeight === sample.displayHeight

  async function copy(sample: VideoSample, width: number, height: number): Promise<boolean> {
    if (buffer === null || buffer.width !== width || buffer.height !== height) buffer = new ImageData(width, height)
    try {
      await sample.copyTo(buffer.data, { format: 'RGBA' })
    } catch {
      // Older browsers cannot convert frames, so they are drawn.
      canCopy = false
      return false
    }
    if (!isDestroyed) brush?.putImageData(buffer, 0, 0)
    return true
  }

  async function show(sample: VideoSample): Promise<void> {
    const { displayWidth: width, displayHeight: height } = sample
    const fit = () => {
      if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height })
    }
    fit()
    const isCopy = isCopied(sample) && (await copy(sample, width, height))
    if (!isCopy && !isDestroyed && brush !== null) sample.draw(brush, 0, 0, width, height)
  }

  async function paintAll(): Promise<void> {
    for (let due = next; due !== null; due = next) {
      next = null
      try {
        await show(due.sample)
        due.onShown?.()
      } finally {
        due.sample.close()
      }
    }
  }

  return {
    paint(sample, onShown) {
      next?.sample.close()
      next = { sample, onShown }
      painting ??= paintAll().finally(() => (painting = null))
      return painting
    },
    destroy() {
      isDestroyed = true
      next?.sample.close()
      next = null
      buffer = null
      canvas.width = 0
    },
  }
}
