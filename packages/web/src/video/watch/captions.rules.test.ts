import { describe, expect, it } from 'vitest'
import { captionAt, captionsOf } from './captions.rules.ts'

const cues = [
  { start: 1000, end: 2500, text: 'Open the door & look.' },
  { start: 2500, end: 4000, text: 'Two lines\nof text' },
]

describe('captions', () => {
  it('follow their recording through cuts, moves and repetitions', () => {
    const map = [
      { videoId: 'one', in: 2000, dur: 1000 },
      { videoId: 'two', in: 0, dur: 5000 },
      { videoId: 'one', in: 1000, dur: 1500 },
    ]
    expect(captionsOf(map, (videoId) => (videoId === 'one' ? cues : []))).toEqual([
      { start: 0, end: 500, text: 'Open the door & look.' },
      { start: 500, end: 1000, text: 'Two lines\nof text' },
      { start: 6000, end: 7500, text: 'Open the door & look.' },
    ])
  })

  it('are omitted where a cut leaves them too short to read', () => {
    const map = [{ videoId: 'one', in: 2450, dur: 1000 }]
    expect(captionsOf(map, () => cues).map(({ text }) => text)).toEqual(['Two lines\nof text'])
  })

  it('are shown from their start until just before their end, together where they overlap', () => {
    const captions = [
      { start: 0, end: 1000, text: 'Yes.' },
      { start: 500, end: 1500, text: 'No.' },
    ]
    expect([0, 499, 500, 1000, 1500].map((time) => captionAt(captions, time))).toEqual([
      'Yes.',
      'Yes.',
      'Yes.\nNo.',
      'No.',
      '',
    ])
  })
})
