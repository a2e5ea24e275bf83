import { describe, expect, it } from 'vitest'
import { captionAt, captionsOf, parseCues } from './captions.rules.ts'

const vtt = `WEBVTT

NOTE made by hand

1
00:00:01.000 --> 00:00:02.500 align:start
<v Ines>Open the <b>door</b> &amp; look.

00:02.500 --> 00:04.000
Two lines
of text

00:05.000 --> 00:04.000
ends before it begins

broken --> block
nothing
`

describe('captions', () => {
  it('are read from WebVTT, without marks, leaving out what cannot be read', () => {
    expect(parseCues(vtt)).toEqual([
      { start: 1000, end: 2500, text: 'Open the door & look.' },
      { start: 2500, end: 4000, text: 'Two lines\nof text' },
    ])
    expect(parseCues(vtt.replaceAll('\n', '\r\n'))).toHaveLength(2)
    expect(parseCues('')).toEqual([])
  })

  it('follow their recording through cuts, moves and repetitions', () => {
    const cues = parseCues(vtt)
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

  it('leave out what a cut made too short to be read', () => {
    const map = [{ videoId: 'one', in: 2450, dur: 1000 }]
    expect(captionsOf(map, () => parseCues(vtt)).map(({ text }) => text)).toEqual(['Two lines\nof text'])
  })

  it('are shown from their beginning until just before their end, together where they overlap', () => {
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
