import { describe, expect, it } from 'vitest'
import {
  commandForKey,
  clampSeekTime,
  loudnessOf,
  readVolume,
  setVolume,
  setSliderVolume,
  playbackStart,
  stepSpeed,
  stepVolume,
  toggleMute,
} from './player.rules.ts'

describe('the volume', () => {
  it('is 50 at first and when the stored value is invalid', () => {
    for (const kept of [null, '', ' ', 'loud', '-1', '101', 'NaN', 'Infinity']) {
      expect(readVolume(kept), String(kept)).toEqual({ level: 50, remembered: 50 })
    }
    expect(readVolume('0').level).toBe(0)
    expect(readVolume('3').level).toBe(3)
    expect(readVolume('100').level).toBe(100)
  })

  it('is muted below 1, low below 35, high from there', () => {
    expect([0, 0.5, 1, 34, 35, 100].map(loudnessOf)).toEqual(['muted', 'muted', 'low', 'low', 'high', 'high'])
  })

  it('snaps the lowest values of the slider to silence, while keys may set them', () => {
    const start = readVolume('20')
    expect(setSliderVolume(start, 4).level).toBe(0)
    expect(setSliderVolume(start, 5).level).toBe(5)
    expect(setVolume(start, 3).level).toBe(3)
    expect(stepVolume(readVolume('98'), 1).level).toBe(100)
    expect(stepVolume(readVolume('3'), -1).level).toBe(0)
  })

  it('rises from silence by the keys of the slider, whose step is 1', () => {
    const risen = setSliderVolume(readVolume('0'), 1)
    expect(risen.level).toBe(5)
    expect(setSliderVolume(risen, 6).level).toBe(6)
    expect(setSliderVolume(risen, 4).level).toBe(0)
    expect(setSliderVolume(readVolume('3'), 4).level).toBe(5)
    expect(setSliderVolume(readVolume('3'), 2).level).toBe(0)
  })

  it('unmutes to the former level, or to 50 when there is none', () => {
    const muted = toggleMute(readVolume('80'))
    expect(muted.level).toBe(0)
    expect(toggleMute(muted).level).toBe(80)
    expect(toggleMute(readVolume('0')).level).toBe(50)
    expect(toggleMute(setSliderVolume(readVolume('30'), 0)).level).toBe(30)
  })
})

describe('speed and time', () => {
  it('steps through the speeds and stops at their ends', () => {
    expect(stepSpeed(1, 1)).toBe(1.25)
    expect(stepSpeed(2, 1)).toBe(2)
    expect(stepSpeed(0.5, -1)).toBe(0.5)
  })

  it('starts over when play is pressed within 300 ms of the end', () => {
    expect(playbackStart(9700, 10_000)).toBe(0)
    expect(playbackStart(9699, 10_000)).toBe(9699)
  })

  it('drags between 0 and the last millisecond', () => {
    expect(clampSeekTime(-5, 1000)).toBe(0)
    expect(clampSeekTime(1000, 1000)).toBe(999)
    expect(clampSeekTime(5, 0)).toBe(0)
  })
})

describe('the keys', () => {
  const key = (value: string, code = '', more = {}) =>
    commandForKey({ key: value, code, isModified: false, isShift: false, ...more })

  it('plays with space, seeks 3 s forward and 1 s back with the arrows', () => {
    expect(key(' ')).toEqual({ type: 'toggle' })
    expect(key('ArrowRight')).toEqual({ type: 'seekBy', by: 3000 })
    expect(key('ArrowLeft')).toEqual({ type: 'seekBy', by: -1000 })
  })

  it('finds letters by their physical position on keyboards of other scripts', () => {
    expect(key('л', 'KeyK')).toEqual({ type: 'toggle' })
    expect(key('m', 'KeyM')).toEqual({ type: 'mute' })
  })

  it('jumps to tenths by digits', () => {
    expect(key('7', 'Digit7')).toEqual({ type: 'seekTo', share: 0.7 })
    expect(key('7', 'Numpad7')).toEqual({ type: 'seekTo', share: 0.7 })
  })

  it('ignores the shortcuts of the browser and the system', () => {
    expect(key('f', 'KeyF', { isModified: true })).toBeNull()
    expect(key('K', 'KeyK', { isShift: true })).toBeNull()
    expect(key('Tab')).toBeNull()
  })
})
