/** Draws a camera as a round picture over another one, also while the page is hidden. */

const framesPerSecond = 30
/** Diameters as a share of the shorter edge of the picture. */
export const bubbleSizes = { small: 0.17, medium: 0.24, large: 0.33 } as const

export type BubblePosition = {
  readonly size: keyof typeof bubbleSizes
  readonly corner: 'bottomLeft' | 'bottomRight' | 'topLeft' | 'topRight'
}
/** Bottom left, where least is lost. */
const defaultPosition: BubblePosition = { size: 'medium', corner: 'bottomLeft' }
const marginShare = 0.03
const ringShare = 0.008

export async function drawCameraOver(
  picture: MediaStream,
  camera: MediaStream,
  position: () => BubblePosition = () => defaultPosition,
): Promise<{ track: MediaStreamTrack | undefined; close: () => void }> {
  const [below, above] = await Promise.all([play(picture), play(camera)])
  const [cameraTrack] = camera.getVideoTracks()
  const canvas = document.createElement('canvas')
  const brush = canvas.getContext('2d', { alpha: false })
  if (brush === null) throw new Error('This browser cannot draw on a canvas')
  const draw = () => {
    // The shared window or tab may change its size.
    if (canvas.width !== below.videoWidth || canvas.height !== below.videoHeight) {
      canvas.width = below.videoWidth
      canvas.height = below.videoHeight
    }
    brush.drawImage(below, 0, 0)
    // A camera that was unplugged leaves its last picture behind.
    if (cameraTrack?.readyState === 'live') drawBubble(brush, above, position())
  }
  draw()
  // Timers and animation frames of hidden pages are slowed down, those of workers are not.
  const ticker = new Worker(new URL('ticker.worker.ts', import.meta.url), { type: 'module' })
  ticker.onmessage = () => {
    draw()
    ticker.postMessage(null)
  }
  ticker.postMessage(1000 / framesPerSecond)
  return {
    track: canvas.captureStream(framesPerSecond).getVideoTracks()[0],
    close() {
      ticker.terminate()
      for (const video of [below, above]) video.srcObject = null
    },
  }
}

async function play(stream: MediaStream): Promise<HTMLVideoElement> {
  const video = document.createElement('video')
  video.muted = true
  video.playsInline = true
  video.srcObject = new MediaStream(stream.getVideoTracks())
  await video.play()
  return video
}

/** Mirrored, as people know themselves. */
function drawBubble(brush: CanvasRenderingContext2D, camera: HTMLVideoElement, { size, corner }: BubblePosition): void {
  const { width, height } = brush.canvas
  const { videoWidth, videoHeight } = camera
  const edge = Math.min(width, height)
  const diameter = edge * bubbleSizes[size]
  const margin = edge * marginShare
  const x = corner.endsWith('Left') ? margin : width - margin - diameter
  const y = corner.startsWith('top') ? margin : height - margin - diameter
  const radius = diameter / 2
  const crop = Math.min(videoWidth, videoHeight)
  brush.save()
  brush.beginPath()
  brush.arc(x + radius, y + radius, radius, 0, 2 * Math.PI)
  brush.lineWidth = edge * ringShare * 2
  brush.strokeStyle = 'white'
  brush.stroke()
  brush.clip()
  brush.translate(x + diameter, y)
  brush.scale(-1, 1)
  brush.drawImage(camera, (videoWidth - crop) / 2, (videoHeight - crop) / 2, crop, crop, 0, 0, diameter, diameter)
  brush.restore()
}
