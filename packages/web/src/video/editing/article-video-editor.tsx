import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { paragraphAt } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { DetectionPanel, useDetectionIsOn, useTextDetection } from '../../screen-text/index.ts'
import { frameSourceOf } from '../player/frame-source.ts'
import type { CommentsAndReactions } from '../reactions/comments-and-reactions.ts'
import { useReactionPicker } from '../reactions/use-reaction-picker.ts'
import { useTimelineMarkers, type MarkersController } from '../reactions/use-timeline-markers.ts'
import { CutProposalRow } from './cut-proposal.tsx'
import { useEditorCommands } from './editor-commands.ts'
import { usePlayHeadController, useFollowPlayer } from './play-head-controller.ts'
import * as texts from './texts.ts'
import { TimelineArea } from './timeline-area.tsx'
import { useTimelineScene, type TimelineScene } from './timeline-scene.ts'
import { TimelineToolbar } from './timeline-toolbar.tsx'
import { useEditorKeys } from './use-editor-keys.ts'
import type { VideoEditorController } from './video-editor-controller.ts'
import { VideoStage } from './video-stage.tsx'
import styles from './timeline.module.css'

type TimelineEditorProps = {
  controller: VideoEditorController
  /** Comments and reactions on the recording; without them their lane is omitted. */
  marks?: MarkersController | null
  /** Null while nothing can be inserted. */
  onInsertRecording: (() => void) | null
  downloadButton?: ReactNode
}

type ArticleVideoEditorProps = Omit<TimelineEditorProps, 'marks'> & {
  commentsAndReactions?: CommentsAndReactions | null
}

/** The recording of a draft with its comments and reactions. */
export function ArticleVideoEditor({ commentsAndReactions = null, ...editor }: ArticleVideoEditorProps) {
  const { tree, seek, playback } = editor.controller
  const marks = useTimelineMarkers(commentsAndReactions, tree)
  const { player } = playback
  const onPlayer = commentsAndReactions?.onPlayer
  useEffect(() => (player ? onPlayer?.({ time: () => player.time(), seek }) : undefined), [player, seek, onPlayer])
  return <TimelineEditor marks={marks} {...editor} />
}

/** Picture, tools and timeline of the recording being edited. Fills the available height. */
export function TimelineEditor({
  controller,
  marks = null,
  onInsertRecording,
  downloadButton = null,
}: TimelineEditorProps) {
  const scene = useTimelineScene(controller)
  useFollowPlayer(scene, controller)
  const playHead = usePlayHeadController(scene, controller)
  const commands = useEditorCommands(scene, controller, playHead)
  const reactionPicker = useReactionPicker({ controller: marks, tree: controller.tree, getTime: scene.head.read })
  const { player } = controller.playback
  const detection = useTextDetection(useMemo(() => player && frameSourceOf(player), [player]))
  const isDetecting = useDetectionIsOn(detection)
  useEditorKeys(scene, controller, commands, playHead, reactionPicker, detection)
  const currentId = useCurrentParagraph(scene)

  return (
    <section className={styles.editor} aria-label={texts.videoEditor}>
      <div className={styles.stage}>
        <VideoStage controller={controller} onToggle={commands.togglePlay} detection={isDetecting ? detection : null} />
        {isDetecting && (
          <div className={styles.detected}>
            <DetectionPanel detection={detection} />
          </div>
        )}
      </div>
      <div className={styles.timeline}>
        {controller.proposal && <CutProposalRow proposal={controller.proposal} controller={controller} />}
        <TimelineToolbar
          scene={scene}
          controller={controller}
          commands={commands}
          reactionPicker={reactionPicker}
          onDetectText={detection.toggle}
          isDetecting={isDetecting}
          onInsertRecording={onInsertRecording}
          downloadButton={downloadButton}
        />
        <TimelineArea scene={scene} controller={controller} playHead={playHead} currentId={currentId} marks={marks} />
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
