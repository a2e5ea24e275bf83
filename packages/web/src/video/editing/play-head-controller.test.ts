import { describe, expect, it } from 'vitest'
import { createPlayHeadController } from './play-head-controller.ts'
import { createSignal } from './signal.ts'

function open(play: 'paused' | 'playing' = 'paused') {
  const shown: number[] = []
  const scene = {
    head: createSignal(4000),
    holdUntil: createSignal(0),
    isFollowing: createSignal(true),
    duration: () => 10_000,
  }
  const seek = async (time: number) => {
    shown.push(time)
    await Promise.resolve()
  }
  const controller = { seek: (time: number) => void seek(time), playback: { player: { seek }, state: { play } } }
  return { scene, shown, playHead: createPlayHeadController(scene, () => controller) }
}

const settled = () => new Promise((resolve) => setTimeout(resolve))

describe('previewing a time without seeking', () => {
  it('shows its picture and leaves the play head in place', async () => {
    const { scene, shown, playHead } = open()
    playHead.peek(7000)
    await settled()
    expect(shown).toEqual([7000])
    expect(scene.head.read()).toBe(4000)
  })

  it('shows the picture under the play head again afterwards', async () => {
    const { scene, shown, playHead } = open()
    playHead.peek(7000)
    await settled()
    playHead.endPeek()
    await settled()
    expect(shown).toEqual([7000, 4000])
    expect(scene.holdUntil.read()).toBeLessThan(Infinity)
  })

  it('gives a busy player only the last of many times', async () => {
    const { shown, playHead } = open()
    for (const time of [5000, 6000, 7000, 8000]) playHead.peek(time)
    await settled()
    expect(shown).toEqual([5000, 8000])
  })

  it('never goes beyond the last frame', async () => {
    const { shown, playHead } = open()
    playHead.peek(12_000)
    await settled()
    expect(shown).toEqual([9999])
  })

  it('does not interrupt playback', async () => {
    const { scene, shown, playHead } = open('playing')
    playHead.peek(7000)
    playHead.endPeek()
    await settled()
    expect(shown).toEqual([])
    expect(scene.holdUntil.read()).toBe(0)
  })
})
