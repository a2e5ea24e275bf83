import { IconPlus } from '@tabler/icons-react'
import { newKey } from '@knowreel/shared/identity/ids.ts'
import { insertParagraph } from '@knowreel/shared/video/paragraph/paragraph-tree.rules.ts'
import { Kbd } from '../../ui/chip.tsx'
import type { VideoEditorController } from '../editing/video-editor-controller.ts'
import * as texts from '../texts.ts'
import { timeLabel } from '../timeline/timeline-geometry.ts'
import { usePlayerTime } from '../watch/use-media-player.ts'
import styles from './paragraphs.module.css'

/** Starts a paragraph at the play head; the key P of the editor does the same. */
export function AddParagraph({ controller }: { controller: VideoEditorController }) {
  const { player, state } = controller.playback
  const time = usePlayerTime(player, state?.play, 250)
  const add = () => {
    const id = newKey()
    const at = player?.time() ?? 0
    if (controller.change((tree) => insertParagraph(tree, at, { id }))) controller.select(id)
  }
  return (
    <button type="button" className={styles.add} aria-keyshortcuts="P" onClick={add}>
      <IconPlus className="kr-icon-14" />
      <span className="kr-grow">
        {texts.addAParagraphAt}
        <span className="kr-num">{timeLabel(time)}</span>
      </span>
      <Kbd>P</Kbd>
    </button>
  )
}
