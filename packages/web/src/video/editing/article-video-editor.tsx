import { useEffect, useState, type ReactNode } from 'react'
import { paragraphAt } from '@knowreel/shared/video/paragraph-tree.ts'
import { useEditorCommands } from './editor-commands.ts'
import type { TimelineMarker } from './marker-lane.tsx'
import { useHeadMover, usePlayClock } from './play-clock.ts'
import { TimelineArea } from './timeline-area.tsx'
import { useTimelineScene, type TimelineScene } from './timeline-scene.ts'
import { TimelineToolbar } from './timeline-toolbar.tsx'
import { useEditorKeys } from './use-editor-keys.ts'
import type { VideoDesk } from './video-desk.ts'
import { VideoStage } from './video-stage.tsx'
import styles from './timeline.module.css'

export type { TimelineMarker } from './marker-lane.tsx'

type ArticleVideoEditorProps = {
  desk: VideoDesk
  /** Comments and reactions; without any there is no lane for them. */
  markers?: readonly TimelineMarker[]
  onOpenMarkers?: (markers: readonly TimelineMarker[]) => void
  /** Null where none may be inserted now. */
  onInsertRecording: (() => void) | null
  downloadButton?: ReactNode
}

const noMarkers: readonly TimelineMarker[] = []

/** Picture, tools and timeline of a recording that is being edited. Fills the height it is given. */
export function ArticleVideoEditor({
  desk,
  markers = noMarkers,
  onOpenMarkers,
  onInsertRecording,
  downloadButton = null,
}: ArticleVideoEditorProps) {
  const scene = useTimelineScene(desk)
  usePlayClock(scene, desk)
  const mover = useHeadMover(scene, desk)
  const commands = useEditorCommands(scene, desk, mover)
  useEditorKeys(scene, desk, commands, mover)
  const currentId = useCurrentParagraph(scene)

  return (
    <section className={styles.editor} aria-label="Video editor">
      <VideoStage desk={desk} onToggle={commands.toggle} />
      <div className={styles.timeline}>
        <TimelineToolbar
          scene={scene}
          desk={desk}
          commands={commands}
          onInsertRecording={onInsertRecording}
          downloadButton={downloadButton}
        />
        <TimelineArea
          scene={scene}
          desk={desk}
          mover={mover}
          currentId={currentId}
          markers={markers}
          onOpenMarkers={onOpenMarkers}
        />
      </div>
    </section>
  )
}

/** The paragraph under the play head: React hears of it only when it is another one. */
function useCurrentParagraph(scene: TimelineScene): string | null {
  const [id, setId] = useState<string | null>(null)
  useEffect(() => {
    const read = () => setId(paragraphAt(scene.tree.read(), scene.head.read())?.paragraph.id ?? null)
    read()
    const stops = [scene.head.subscribe(read), scene.tree.subscribe(read)]
    return () => stops.forEach((stop) => stop())
  }, [scene])
  return id
}
