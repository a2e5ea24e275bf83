import { encodePeaks } from '@knowreel/shared/video/peaks.ts'
import {
  anchorAt,
  articleDuration,
  type Paragraph,
  type ParagraphTree,
} from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { slice, wholeRecording, normalize, type PlayMap } from '@knowreel/shared/video/play-map.ts'
import type { Video } from '@knowreel/shared/video/video.wire.ts'
import type { TimelineMarker } from '../src/video/reactions/timeline-markers.ts'

/** A seeded generator, so that every run has the same values. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}

const paragraphTitles = [
  'Read the ticket and find the meter',
  'What the customer usually leaves out',
  'Check the gateway heartbeat',
  'One meter or the whole site?',
  'Gaps in the heartbeat chart',
  'Open the device console',
  'Restart the modem remotely',
  'When the restart is refused',
  'Replay the missed readings',
  'Close the ticket with a cause code',
]
/** Which of ten paragraphs are on the second level. */
const isSubParagraph = [false, true, false, true, true, false, true, true, false, false]
const paragraphWeights = [38, 46, 46, 55, 67, 50, 49, 39, 66, 66]

type TreeOptions = { paragraphs: number; minutes: number; pieces: number }

/** Two recordings, cut into alternating pieces. */
export function createTree({ paragraphs, minutes, pieces }: TreeOptions): ParagraphTree {
  const duration = minutes * 60_000
  const map = pieces <= 1 ? wholeRecording('one', duration) : createCutPlayMap(duration, pieces)
  const shares = Array.from(
    { length: paragraphs },
    (_, index) => paragraphWeights[index % paragraphWeights.length] ?? 50,
  )
  const sum = shares.reduce((total, share) => total + share, 0)
  let start = 0
  const tree: (Omit<Paragraph, 'items'> & { items: Paragraph[] })[] = []
  shares.forEach((share, index) => {
    const end = index === paragraphs - 1 ? duration : start + Math.round((share / sum) * duration)
    const made = {
      id: `paragraph-${String(index).padStart(6, '0')}`,
      title: paragraphTitles[index % paragraphTitles.length] ?? '',
      tags: [],
      isExpanded: true,
      map: slice(map, start, end),
      items: [],
    }
    start = end
    const parent = tree.at(-1)
    if (isSubParagraph[index % isSubParagraph.length] && parent) parent.items.push(made)
    else tree.push(made)
  })
  return tree
}

function createCutPlayMap(duration: number, pieces: number): PlayMap {
  const random = createRandom(7)
  const each = duration / pieces
  return normalize(
    Array.from({ length: pieces }, (_, index) => ({
      videoId: index % 3 === 2 ? 'two' : 'one',
      in: Math.round((index * 7919 * each) % Math.max(1, duration - each)) + Math.round(random() * 200),
      dur: Math.round(each),
    })),
  )
}

const people = ['Jonas Lind', 'Petra Rask', 'Aya Tan', 'Tomas Weil', 'Clara Ruiz'].map((name, index) => ({
  id: String(index),
  firstName: '',
  lastName: '',
  name,
  email: null,
  profileImage: null,
  jobTitle: null,
  isDeactivated: false,
}))

/** Alternating reactions and comments at random times. */
export function createMarkers(tree: ParagraphTree, count: number): TimelineMarker[] {
  const random = createRandom(3)
  const icons = ['👍', null, '❤️', null, null, '🔥', null, '😮']
  return Array.from({ length: count }, (_, index) => {
    const anchor = anchorAt(tree, Math.floor(random() * articleDuration(tree)))
    if (!anchor) throw new Error('Nothing is played')
    return {
      id: String(index),
      anchor,
      person: people[index % people.length] ?? null,
      createdAt: '2026-11-22T10:00:00.000Z',
      icon: icons[index % icons.length] ?? null,
      comment: null,
      reaction: null,
    }
  })
}

export async function createVideos(minutes: number): Promise<Video[]> {
  const duration = minutes * 60_000
  return Promise.all(['one', 'two'].map((id, index) => createVideo(id, duration, index)))
}

async function createVideo(id: string, duration: number, index: number): Promise<Video> {
  const sprite = { columns: 10, count: 100, width: 160, height: 90, interval: Math.ceil(duration / 100) }
  return {
    id,
    url: null,
    mime: 'video/mp4',
    needsCodecs: false,
    width: 1280,
    height: 720,
    duration,
    statedDuration: null,
    posterUrl: null,
    spriteUrl: await drawSprite(sprite, index * 140 + 20),
    sprite,
    peaksUrl: URL.createObjectURL(new Blob([encodePeaks(createPeaks(duration, index + 1))])),
    status: 'finished',
    size: 1,
  } as Video
}

/** Resembles speech: words, pauses between sentences, occasionally a longer silence. */
function createPeaks(duration: number, seed: number): Int8Array {
  const random = createRandom(seed)
  const pairs = new Int8Array((duration / 10) * 2)
  let loud = 0.5
  let rest = 0
  let mood = 1
  let moodRest = 0
  for (let pair = 0; pair < pairs.length / 2; pair++) {
    if (moodRest-- <= 0) {
      moodRest = 300 + random() * 900
      mood = random() < 0.14 ? 0.02 : 0.25 + random() * 0.75
    }
    if (rest-- <= 0) {
      rest = 8 + random() * 40
      loud = random() < 0.22 ? 0.015 : 0.25 + random() * 0.6
    }
    const level = Math.min(1, mood * loud * (0.6 + random() * 0.5))
    pairs[pair * 2] = -Math.round(level * 127)
    pairs[pair * 2 + 1] = Math.round(level * 120)
  }
  return pairs
}

type SpriteLayout = { columns: number; count: number; width: number; height: number }

async function drawSprite({ columns, count, width, height }: SpriteLayout, hue: number): Promise<string> {
  const canvas = new OffscreenCanvas(columns * width, Math.ceil(count / columns) * height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('No canvas')
  for (let number = 0; number < count; number++) {
    const x = (number % columns) * width
    const y = Math.floor(number / columns) * height
    const isDark = Math.floor(number / 7) % 2 === 0
    context.fillStyle = isDark ? `hsl(${hue + number} 14% 14%)` : `hsl(${hue + number} 20% 96%)`
    context.fillRect(x, y, width, height)
    context.fillStyle = isDark ? 'rgb(255 255 255 / 0.14)' : 'rgb(0 0 0 / 0.1)'
    for (let line = 0; line < 4; line++)
      context.fillRect(x + 44, y + 18 + line * 14, 40 + ((number * 37 + line * 53) % 70), 5)
    context.fillStyle = `hsl(${hue + number * 3} 55% 55%)`
    context.fillRect(x + 8, y + 8, 26, 74)
  }
  return URL.createObjectURL(await canvas.convertToBlob())
}
