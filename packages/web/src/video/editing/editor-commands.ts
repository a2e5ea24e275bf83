/** The commands behind the tools and keys of the editor. */
import { useState } from 'react'
import { newKey } from '@knowreel/shared/identity/ids.ts'
import {
  removeRange,
  insertParagraph,
  initialTrimRange,
} from '@knowreel/shared/video/paragraph/paragraph-tree.rules.ts'
import { positionsOf } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import type { Ms } from '@knowreel/shared/video/play-map.ts'
import { toPx, zoom, zoomToShare } from '../timeline/timeline-geometry.ts'
import { timeAfterCut, removesAll, startTrim } from '../timeline/trim.rules.ts'
import { confirmRemoveAll } from './blocks/paragraph-actions.ts'
import type { PlayHeadController } from './play-head-controller.ts'
import { useLatest, type TimelineScene } from './timeline-scene.ts'
import type { VideoEditorController } from './video-editor-controller.ts'

export type EditorCommands = {
  readonly togglePlay: () => void
  readonly skipParagraph: (by: 1 | -1) => void
  readonly undo: () => void
  readonly redo: () => void
  /** Starts a new paragraph at the play head, with its name open for typing. */
  readonly split: () => void
  readonly toggleTrim: () => void
  readonly cancelTrim: () => void
  readonly applyTrim: () => void
  readonly zoom: (by: 1 | -1) => void
  /** From 0 (everything visible) to 1 (closest). */
  readonly zoomTo: (share: number) => void
}

const zoomFactor = 1.6
/** Beyond this time into a paragraph, 'previous' goes to its own start. */
const paragraphRestartMs: Ms = 2000

export function useEditorCommands(
  scene: TimelineScene,
  controller: VideoEditorController,
  playHead: PlayHeadController,
): EditorCommands {
  const latest = useLatest(controller)
  const [commands] = useState(() => editorCommands(scene, () => latest.current, playHead))
  return commands
}

function editorCommands(
  scene: TimelineScene,
  controller: () => VideoEditorController,
  playHead: PlayHeadController,
): EditorCommands {
  const cancelTrim = () => controller().setTrim(null)
  /** The point that zooming keeps in place: the play head if it is visible, otherwise the middle. */
  const anchor = (): number => {
    const view = scene.view.read()
    const px = toPx(view, scene.head.read())
    return px >= 0 && px <= view.width ? px : view.width / 2
  }
  return {
    togglePlay: () => controller().playback.player?.toggle(),
    skipParagraph(by) {
      const starts = positionsOf(controller().tree).map(({ start }) => start)
      const time = scene.head.read()
      const back = starts.findLast((start) => start < time - paragraphRestartMs) ?? 0
      playHead.seek(by === 1 ? (starts.find((start) => start > time) ?? time) : back)
    },
    undo: () => controller().undo?.(),
    redo: () => controller().redo?.(),
    split() {
      const id = newKey()
      const time = scene.head.read()
      if (!controller().change((tree) => insertParagraph(tree, time, { id }))) return
      controller().select(id)
      scene.renamedId.write(id)
    },
    toggleTrim() {
      const { trim, setTrim, tree, duration } = controller()
      if (trim !== null) cancelTrim()
      else if (duration > 0) setTrim(startTrim(initialTrimRange(tree, scene.head.read()), duration))
    },
    cancelTrim,
    applyTrim() {
      const range = scene.trim.read()
      if (range === null) return
      const head = scene.head.read()
      const apply = () => {
        if (!controller().change((tree) => removeRange(tree, range.from, range.to))) return
        controller().setTrim(null)
        // The player must receive the new play map first.
        setTimeout(() => playHead.seek(timeAfterCut(range, head)))
      }
      if (!removesAll(range, controller().duration)) return apply()
      void confirmRemoveAll().then((isMeant) => isMeant && apply())
    },
    zoom: (by) => scene.view.write(zoom(scene.view.read(), scene.duration(), zoomFactor ** by, anchor())),
    zoomTo: (share) => scene.view.write(zoomToShare(scene.view.read(), scene.duration(), share, anchor())),
  }
}
