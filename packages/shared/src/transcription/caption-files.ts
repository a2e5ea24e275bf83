/** WebVTT and SubRip: writing both, reading WebVTT (and SubRip, whose cues differ only in the decimal comma). */
import type { Ms } from '../video/play-map.ts'
import type { Caption } from './captions.ts'

export const captionFormats = ['vtt', 'srt'] as const
export type CaptionFormat = (typeof captionFormats)[number]

export function writeCaptions(captions: readonly Caption[], format: CaptionFormat): string {
  const mark = format === 'vtt' ? '.' : ','
  const cues = captions.map(({ start, end, text }, index) => {
    const times = `${clock(start, mark)} --> ${clock(end, mark)}`
    return `${format === 'srt' ? `${index + 1}\n` : ''}${times}\n${format === 'vtt' ? escapeVtt(text) : text}\n`
  })
  return `${format === 'vtt' ? 'WEBVTT\n\n' : ''}${cues.join('\n')}`
}

function clock(time: Ms, mark: string): string {
  const whole = Math.max(0, Math.round(time))
  const pad = (value: number, length = 2) => String(Math.floor(value)).padStart(length, '0')
  const [hours, minutes, seconds] = [whole / 3_600_000, (whole / 60_000) % 60, (whole / 1000) % 60]
  return `${pad(hours)}:${pad(minutes)}:${pad(seconds)}${mark}${pad(whole % 1000, 3)}`
}

const escapeVtt = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

export type Cue = Caption & { readonly speaker: string | null }

const timing = /^((?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3})\s+-->\s+((?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3})(?:\s|$)/
const maxCues = 20_000

/** Null if the text contains no cue. Tags are dropped, except the names of voices. Cues are sorted by their start. */
export function readCaptions(text: string): readonly Cue[] | null {
  const cues: Cue[] = []
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
  for (let index = 0; index < lines.length && cues.length < maxCues; index++) {
    const [, from, to] = timing.exec(lines[index]?.trim() ?? '') ?? []
    if (from === undefined || to === undefined) continue
    const body: string[] = []
    for (index++; index < lines.length && lines[index]?.trim() !== ''; index++) body.push(lines[index] ?? '')
    const raw = body.join(' ')
    const speaker = /<v(?:\.[^ >]*)?\s+([^>]{1,200})>/.exec(raw)?.[1]?.trim() ?? null
    const words = unescapeVtt(raw.replaceAll(/<[^>]*>/g, ''))
      .replaceAll(/\s+/g, ' ')
      .trim()
    const [start, end] = [parseClock(from), parseClock(to)]
    if (words !== '' && end > start) cues.push({ start, end, text: words, speaker: speaker && unescapeVtt(speaker) })
  }
  return cues.length === 0 ? null : cues.toSorted((one, other) => one.start - other.start)
}

function parseClock(text: string): Ms {
  const [clockPart = '', fraction = ''] = text.split(/[.,]/)
  const seconds = clockPart.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
  return seconds * 1000 + Number(fraction.padEnd(3, '0'))
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': ' ',
  '&lrm;': '\u200E',
  '&rlm;': '\u200F',
}
const unescapeVtt = (text: string): string =>
  text.replaceAll(/&(?:amp|lt|gt|nbsp|lrm|rlm);/g, (entity) => entities[entity] ?? entity)
