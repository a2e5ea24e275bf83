import type { ShortcutGroup } from '../../ui/shortcuts/page-shortcuts.ts'
import * as texts from '../texts.ts'

/** The keys are in `player.rules.ts`. */
export const playerShortcuts: readonly ShortcutGroup[] = [
  {
    title: texts.playing,
    rows: [
      { label: texts.playAndPause, keys: ['Space', 'K'] },
      { label: texts.forward3S, keys: ['→'] },
      { label: texts.back1S, keys: ['←'] },
      { label: texts.forward10S, keys: ['L'] },
      { label: texts.back10S, keys: ['J'] },
      { label: texts.previousFrameNextFrame, keys: [',', '.'] },
      { label: texts.previousParagraphNextParagraph, keys: ['[', ']'] },
      { label: texts.jumpTo1090Percent, keys: ['0', '–', '9'] },
      { label: texts.beginningEnd, keys: ['Home', 'End'] },
      { label: texts.slowerFaster, keys: ['<', '>'] },
    ],
  },
  {
    title: texts.soundAndPicture,
    rows: [
      { label: texts.louderQuieter, keys: ['↑', '↓'] },
      { label: texts.mute, keys: ['M'] },
      { label: texts.captions, keys: ['C'] },
      { label: texts.detectText, keys: ['O'] },
      { label: texts.fullScreen, keys: ['F'] },
      { label: texts.theatreMode, keys: ['T'] },
      { label: texts.pictureInPicture, keys: ['P'] },
      { label: texts.reactToThisMoment, keys: ['E'] },
      { label: texts.commentOnThisMoment, keys: ['N'] },
      { label: texts.showShortcuts, keys: ['?'] },
    ],
  },
]
