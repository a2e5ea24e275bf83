import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wholeRecording } from '../video/play-map.ts'
import { readCaptions, writeCaptions } from './caption-files.ts'
import { captionLimits, toCaptions, captionAt } from './captions.ts'
import { anySpeech } from './transcript.fixture.ts'
import { playWords, type Word } from './transcript.ts'

const play = (words: readonly Word[]) => playWords(wholeRecording('v', 10 * 3_600_000), () => words)
const runs = { numRuns: 1500 }
const { lineLength, charactersPerSecond, maxLagMs } = captionLimits

const say = (text: string, start = 0, msPerWord = 400): Word[] =>
  text.split(' ').map((one, index) => ({
    start: start + index * msPerWord,
    end: start + index * msPerWord + msPerWord - 50,
    text: one,
    confidence: 1,
    speaker: null,
  }))

describe('captions of any speech', () => {
  it('contain every word once and in order, in at most two lines of 42 characters', () => {
    fc.assert(
      fc.property(anySpeech, (words) => {
        const captions = toCaptions(play(words), ({ word }) => word.speaker)
        const text = captions.map((one) => one.text.replaceAll('\n', ' ')).join(' ')
        expect(text.replaceAll(' ', '')).toBe(words.map((word) => word.text).join(''))
        for (const caption of captions) {
          const lines = caption.text.split('\n')
          expect(lines.length).toBeLessThanOrEqual(2)
          for (const line of lines) expect(line.length).toBeLessThanOrEqual(lineLength)
        }
      }),
      runs,
    )
  })

  it('never overlap, and can be read at 20 characters a second unless the next words are already said', () => {
    fc.assert(
      fc.property(anySpeech, (words) => {
        const captions = toCaptions(play(words), ({ word }) => word.speaker)
        captions.forEach((caption, index) => {
          const next = captions[index + 1]
          expect(caption.end).toBeGreaterThan(caption.start)
          if (next) expect(next.start).toBeGreaterThanOrEqual(caption.end)
          const seconds = (caption.end - caption.start) / 1000
          const isReadable = caption.text.replace('\n', ' ').length / seconds <= charactersPerSecond + 0.001
          // The next caption then waits for this one, but never longer than a second.
          if (!isReadable) expect(next?.start).toBe(caption.end)
        })
        let at = 0
        for (const { start, text } of captions) {
          expect(start - (words[at]?.start ?? 0)).toBeLessThanOrEqual(maxLagMs)
          at += text.split(/\s/).length
        }
      }),
      runs,
    )
  })
})

describe('captions', () => {
  it('break at clauses, into lines of similar length', () => {
    const captions = toCaptions(
      play(say('Yes, and what you want is the log underneath, then lost carrier, retry in thirty seconds')),
    )
    expect(captions.map(({ text }) => text)).toEqual([
      'Yes, and what you want is the log\nunderneath, then lost carrier,',
      'retry in thirty seconds',
    ])
  })

  it('start anew after a sentence, a pause and with another speaker', () => {
    const pause = [...say('count the green bars'), ...say('if one is missing', 4000)]
    expect(toCaptions(play(pause)).map(({ text }) => text)).toEqual(['count the green bars', 'if one is missing'])
    const two = [...say('was it on?'), ...say('Yes.', 1300).map((one) => ({ ...one, speaker: 'b' }))]
    const named = toCaptions(play(two), ({ word }) => word.speaker)
    expect(named.map(({ text }) => text)).toEqual(['was it on?', 'Yes.'])
  })

  it('stay at least a second, and are found by their time', () => {
    const captions = toCaptions(play(say('Stop.')))
    expect(captions).toEqual([{ start: 0, end: 1000, text: 'Stop.' }])
    expect([0, 999, 1000].map((time) => captionAt(captions, time))).toEqual(['Stop.', 'Stop.', ''])
  })
})

describe('caption files', () => {
  const captions = [
    { start: 0, end: 1500, text: 'Open <b>R&D</b>' },
    { start: 3_661_001, end: 3_662_000, text: 'two\nlines' },
  ]

  it('are written as WebVTT and SubRip', () => {
    expect(writeCaptions(captions, 'vtt')).toBe(
      'WEBVTT\n\n00:00:00.000 --> 00:00:01.500\nOpen &lt;b&gt;R&amp;D&lt;/b&gt;\n\n01:01:01.001 --> 01:01:02.000\ntwo\nlines\n',
    )
    expect(writeCaptions(captions, 'srt')).toContain('2\n01:01:01,001 --> 01:01:02,000\ntwo\nlines\n')
  })

  it('are read back as they were written', () => {
    for (const format of ['vtt', 'srt'] as const) {
      const text = writeCaptions(captions.slice(1), format)
      expect(readCaptions(text)).toEqual([{ start: 3_661_001, end: 3_662_000, text: 'two lines', speaker: null }])
    }
  })

  it('of others are understood: hours left out, settings, identifiers, notes, voices, any line ends', () => {
    const text =
      '\uFEFFWEBVTT - Talk\r\n\r\nNOTE none\r\n\r\nintro\r\n00:01.500 --> 00:02.250 align:start position:10%\r\n<v.loud Ines &amp; Co>Count <i>the</i>\r\nbars &lt;here&gt;\r\n\r\n00:00.000 --> 00:01.000\r\nFirst'
    expect(readCaptions(text)).toEqual([
      { start: 0, end: 1000, text: 'First', speaker: null },
      { start: 1500, end: 2250, text: 'Count the bars <here>', speaker: 'Ines & Co' },
    ])
  })

  it('without any cue are refused', () => {
    for (const text of ['', 'WEBVTT', 'hello', '00:01.000 --> 00:00.500\nbackwards'])
      expect(readCaptions(text)).toBeNull()
  })
})
