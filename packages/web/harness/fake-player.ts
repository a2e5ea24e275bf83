import type { MediaPlayer, PlayerState } from '../src/video/player/media-player.ts'

/** A fake player in which only the clock runs. */
export function createFakePlayer(duration: number): MediaPlayer {
  const element = document.createElement('div')
  const canvas = element.appendChild(document.createElement('canvas'))
  canvas.width = 1280
  canvas.height = 720
  const listeners = new Set<() => void>()
  let begun = 0
  let from = 0
  let state: PlayerState = { play: 'paused', fault: null, kind: 'native', duration, speed: 1, volume: 0.5 }
  const now = () => (state.play === 'playing' ? Math.min(duration, from + performance.now() - begun) : from)
  const show = () => {
    const context = canvas.getContext('2d')
    if (!context) return
    context.fillStyle = `hsl(${(from / 4000) % 360} 30% 18%)`
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.fillStyle = 'rgb(255 255 255 / 0.86)'
    context.font = '600 72px Inter Variable'
    context.textAlign = 'center'
    context.fillText(`${(from / 1000).toFixed(2)} s`, canvas.width / 2, canvas.height / 2)
  }
  const become = (play: PlayerState['play']) => {
    from = now()
    begun = performance.now()
    state = { ...state, play }
    show()
    for (const listener of listeners) listener()
  }
  show()
  return {
    element,
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    time: now,
    play: () => become('playing'),
    pause: () => become('paused'),
    toggle: () => become(state.play === 'playing' ? 'paused' : 'playing'),
    async seek(time) {
      from = time
      begun = performance.now()
      show()
    },
    retry: () => undefined,
    setSpeed: () => undefined,
    setVolume: () => undefined,
    setMap: () => undefined,
    destroy: () => undefined,
  }
}
