/** The comments of the people of Halden Systems on their articles. */
import type { ReactionEmoji } from '@knowreel/shared/comment/comment.wire.ts'
import type { PersonKey } from './demo-company.ts'

type DemoReply = {
  readonly by: PersonKey
  readonly text: string
  readonly emojis?: Partial<Record<ReactionEmoji, readonly PersonKey[]>>
}

type DemoThread = DemoReply & {
  /** Key of the article. */
  readonly on: string
  /** Days ago. */
  readonly days: number
  /** Words of the article that the comment is about. */
  readonly quote?: string
  readonly replies?: readonly DemoReply[]
  readonly resolvedBy?: PersonKey
}

export const threads: readonly DemoThread[] = [
  {
    on: 'heartbeat',
    by: 'marialuisa',
    days: 6,
    quote: 'Pale lines are good news.',
    text: 'May I use this sentence in the answer to customers? It calms people better than anything we have there now.',
    emojis: { '👍': ['ines', 'jonas'], '❤️': ['aiko'] },
    replies: [
      {
        by: 'ines',
        text: 'Please do. Say “late”, not “pale”: they do not see our chart.',
        emojis: { '👍': ['marialuisa'] },
      },
      { by: 'marialuisa', text: 'Late it is.' },
    ],
  },
  {
    on: 'heartbeat',
    by: 'jonas',
    days: 3,
    text: 'Could we add a picture of the three cases? I draw them on paper for every new colleague.',
    replies: [{ by: 'ines', text: 'Photograph the paper and send it to me, I will put it in.' }],
  },
  {
    on: 'patterns',
    by: 'aiko',
    days: 20,
    quote: 'One was a cat.',
    text: 'I have questions.',
    emojis: { '😁': ['jonas', 'tomasz', 'marialuisa'], '😮': ['priya'] },
    replies: [
      {
        by: 'tomasz',
        text: 'It slept on the gateway. Warm box, cold cellar.\nWe moved the gateway, the cat moved too.',
        emojis: { '😁': ['aiko', 'ines'] },
      },
    ],
  },
  {
    on: 'p1',
    by: 'tomasz',
    days: 30,
    quote: 'after 30 quiet minutes',
    text: 'Thirty was too short in October. Can we say an hour for anything that touched the database?',
    replies: [{ by: 'priya', text: 'Agreed in the review: it stays at 30, and the database gets a line of its own.' }],
    resolvedBy: 'priya',
  },
]
