/** Draws a camera as a round picture over another one, also while the page is hidden. */

const framesPerSecond = 30
/** Of the shorter edge of the picture. */
const diameterShare = 0.24
const marginShare = 0.03
const ringShare = 0.008

export async function drawCameraOver(
  picture: MediaStream,
  camera: MediaStream,
): Promise<{ track: MediaStreamTrack | undefined; close: () => void }> {
  const [below, above] = await Promise.all([play(picture), play(camera)])
  const canvas = document.createElement('canvas')
  const brush = canvas.getContext('2d', { alpha: false })
  if (brush === null) throw new Error('This browser can not draw on a canvas')
  const draw = () => {
    // The shared window or tab may change its size.
    if (canvas.width !== below.videoWidth || canvas.height !== below.videoHeight) {
      canvas.width = below.videoWidth
      canvas.height = below.videoHeight
    }
    brush.drawImage(below, 0, 0)
    drawBubble(brush, above)
  }
  draw()
  // Timers and animation frames of hidden pages are slowed down, those of workers are not.
  const ticker = new Worker(new URL('ticker.worker.ts', import.meta.url), { type: 'module' })
  ticker.onmessage = draw
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

/** Mirrored, as people know themselves; bottom left, where least is lost. */
function drawBubble(brush: CanvasRenderingContext2D, camera: HTMLVideoElement): void {
  const { width, height } = brush.canvas
  const { videoWidth, videoHeight } = camera
  const edge = Math.min(width, height)
  const diameter = edge * diameterShare
  const [x, y] = [edge * marginShare, height - edge * marginShare - diameter]
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
