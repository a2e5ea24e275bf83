import { useEffect, useState, type ReactNode } from 'react'
import { paragraphAt } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import type { TimelineTalk } from '../reactions/timeline-talk.ts'
import { useGivingReactions } from '../reactions/use-giving-reactions.ts'
import { useTimelineMarks, type UsedMarks } from '../reactions/use-timeline-marks.ts'
import { useEditorCommands } from './editor-commands.ts'
import { useHeadMover, usePlayClock } from './play-clock.ts'
import * as texts from './texts.ts'
import { TimelineArea } from './timeline-area.tsx'
import { useTimelineScene, type TimelineScene } from './timeline-scene.ts'
import { TimelineToolbar } from './timeline-toolbar.tsx'
import { useEditorKeys } from './use-editor-keys.ts'
import type { VideoDesk } from './video-desk.ts'
import { VideoStage } from './video-stage.tsx'
import styles from './timeline.module.css'

type TimelineEditorProps = {
  desk: VideoDesk
  /** Comments and reactions on the recording; without them their lane is omitted. */
  marks?: UsedMarks | null
  /** Null while nothing can be inserted. */
  onInsertRecording: (() => void) | null
  downloadButton?: ReactNode
}

type ArticleVideoEditorProps = Omit<TimelineEditorProps, 'marks'> & { talk?: TimelineTalk | null }

/** The recording of a draft with its comments and reactions. */
export function ArticleVideoEditor({ talk = null, ...editor }: ArticleVideoEditorProps) {
  const { tree, seek, used } = editor.desk
  const marks = useTimelineMarks(talk, tree)
  const { player } = used
  const onPlayer = talk?.onPlayer
  useEffect(() => (player ? onPlayer?.({ time: () => player.time(), seek }) : undefined), [player, seek, onPlayer])
  return <TimelineEditor marks={marks} {...editor} />
}

/** Picture, tools and timeline of the recording being edited. Fills the available height. */
export function TimelineEditor({ desk, marks = null, onInsertRecording, downloadButton = null }: TimelineEditorProps) {
  const scene = useTimelineScene(desk)
  usePlayClock(scene, desk)
  const mover = useHeadMover(scene, desk)
  const commands = useEditorCommands(scene, desk, mover)
  const giving = useGivingReactions({ used: marks, tree: desk.tree, timeNow: scene.head.read })
  useEditorKeys(scene, desk, commands, mover, giving)
  const currentId = useCurrentParagraph(scene)

  return (
    <section className={styles.editor} aria-label={texts.videoEditor}>
      <VideoStage desk={desk} onToggle={commands.toggle} />
      <div className={styles.timeline}>
        <TimelineToolbar
          scene={scene}
          desk={desk}
          commands={commands}
          giving={giving}
          onInsertRecording={onInsertRecording}
          downloadButton={downloadButton}
        />
        <TimelineArea scene={scene} desk={desk} mover={mover} currentId={currentId} marks={marks} />
      </div>
    </section>
  )
}

/** The paragraph under the play head; React renders only when it changes. */
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
