import type { ShortcutGroup } from '../../ui/shortcuts/page-shortcuts.ts'
import { farSeek, namedKeys, physicalKeys, seekBack, seekForward, type PlayerCommand } from '../player/player.rules.ts'
import * as texts from '../texts.ts'

const keyNames: Readonly<Record<string, string>> = {
  ' ': 'Space',
  ArrowRight: '→',
  ArrowLeft: '←',
  ArrowUp: '↑',
  ArrowDown: '↓',
}

const shownKeys: readonly (readonly [name: string, command: PlayerCommand])[] = [
  ...Object.entries(namedKeys).map(([key, command]) => [keyNames[key] ?? key, command] as const),
  ...Object.entries(physicalKeys).map(([code, command]) => [code.replace('Key', ''), command] as const),
]

const isSame = (one: PlayerCommand, other: PlayerCommand) =>
  one.type === other.type &&
  ('by' in one ? one.by : null) === ('by' in other ? other.by : null) &&
  ('share' in one ? one.share : null) === ('share' in other ? other.share : null)

/** A row with the keys of these commands. */
const row = (label: string, ...commands: readonly PlayerCommand[]) => ({
  label,
  keys: commands.flatMap((command) => shownKeys.filter(([, other]) => isSame(command, other)).map(([name]) => name)),
})

export const playerShortcuts: readonly ShortcutGroup[] = [
  {
    title: texts.playing,
    rows: [
      row(texts.playAndPause, { type: 'toggle' }),
      row(texts.forward3S, { type: 'seekBy', by: seekForward }),
      row(texts.back1S, { type: 'seekBy', by: -seekBack }),
      row(texts.forward10S, { type: 'seekBy', by: farSeek }),
      row(texts.back10S, { type: 'seekBy', by: -farSeek }),
      row(texts.previousFrameNextFrame, { type: 'frame', by: -1 }, { type: 'frame', by: 1 }),
      row(texts.previousParagraphNextParagraph, { type: 'paragraph', by: -1 }, { type: 'paragraph', by: 1 }),
      { label: texts.jumpTo1090Percent, keys: ['0', '–', '9'] },
      row(texts.beginningEnd, { type: 'seekTo', share: 0 }, { type: 'seekTo', share: 1 }),
      row(texts.slowerFaster, { type: 'speed', by: -1 }, { type: 'speed', by: 1 }),
    ],
  },
  {
    title: texts.soundAndPicture,
    rows: [
      row(texts.louderQuieter, { type: 'volume', by: 1 }, { type: 'volume', by: -1 }),
      row(texts.mute, { type: 'mute' }),
      row(texts.captions, { type: 'captions' }),
      row(texts.detectText, { type: 'detectText' }),
      row(texts.fullScreen, { type: 'fullscreen' }),
      row(texts.theatreMode, { type: 'theatre' }),
      row(texts.pictureInPicture, { type: 'pictureInPicture' }),
      row(texts.reactToThisMoment, { type: 'react' }),
      row(texts.commentOnThisMoment, { type: 'comment' }),
      row(texts.showShortcuts, { type: 'shortcuts' }),
    ],
  },
]
