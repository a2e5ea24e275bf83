import { afterEach, expect, it, vi } from 'vitest'
import { createMediaPlayer, type MediaPlayer } from './media-player.ts'

const piece = (videoId: string, from: number, dur: number) => ({ videoId, in: from, dur })
const two = [piece('a', 0, 4000), piece('b', 0, 4000)]
const { VideoDecoder } = window
let player: MediaPlayer | null = null

afterEach(() => {
  player?.destroy()
  window.VideoDecoder = VideoDecoder
})

async function open(map: typeof two, rendition: string | null = null) {
  // The files never arrive: only the engine's element matters here.
  const made = createMediaPlayer({ map, rendition, resolveSource: () => new Promise(() => undefined) })
  player = made
  await expect.poll(() => made.element.firstElementChild).not.toBeNull()
  const shown = made.element.firstElementChild
  const isKept = async () => {
    // Another engine is loaded first.
    await vi.dynamicImportSettled()
    return made.element.firstElementChild === shown
  }
  return { made, isKept }
}

it.each(['decode', 'dualElement'])('keeps the %s engine when pieces change', async (kind) => {
  if (kind === 'dualElement') Reflect.deleteProperty(window, 'VideoDecoder')
  const { made, isKept } = await open(two)
  void made.seek(7000)
  for (const map of [[...two, piece('a', 6000, 1000)], [piece('a', 0, 5000)]]) {
    made.setMap(map)
    expect(await isKept()).toBe(true)
  }
  expect(made.state()).toMatchObject({ kind, duration: 5000 })
  expect(made.time()).toBe(5000)
})

it('keeps the element of a recording whose ends are trimmed', async () => {
  const { made, isKept } = await open([piece('a', 0, 4000)])
  made.setMap([piece('a', 1000, 2000)])
  expect(await isKept()).toBe(true)
  expect(made.state()).toMatchObject({ kind: 'native', duration: 2000 })
  made.setMap([piece('b', 0, 2000)])
  await expect.poll(isKept).toBe(false)
})

it('leaves a rendition, which does not contain the change', async () => {
  const { made, isKept } = await open(two, 'rendition')
  made.setMap([piece('a', 0, 4000)])
  await expect.poll(isKept).toBe(false)
})

it('starts over when play is pressed at the end, also before the engine is loaded', async () => {
  player = createMediaPlayer({ map: two, start: 7900, resolveSource: () => new Promise(() => undefined) })
  const shown: number[] = []
  player.subscribe(() => shown.push(player?.time() ?? -1))
  player.play()
  expect(shown).toEqual([0])
  await expect.poll(() => player?.element.firstElementChild).not.toBeNull()
  expect(player.time()).toBe(0)
})
