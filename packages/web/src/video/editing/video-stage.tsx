import { Button } from '@mantine/core'
import { useEffect, useRef, type CSSProperties } from 'react'
import { articleMap } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { locate } from '@knowreel/shared/video/play-map.ts'
import { DetectionLayer, type TextDetection } from '../../screen-text/index.ts'
import { canPlayFile, describeFault, type PlayerFault } from '../player/engine.ts'
import * as texts from './texts.ts'
import type { VideoEditorController } from './video-editor-controller.ts'
import styles from './video-stage.module.css'

type VideoStageProps = {
  controller: VideoEditorController
  onToggle: () => void
  /** Text detection in the paused frame; null while it is off. */
  detection: TextDetection | null
}

/** The picture; pressing it plays and pauses. The tools below offer the same to the keyboard. */
export function VideoStage({ controller, onToggle, detection }: VideoStageProps) {
  const video = useRef<HTMLDivElement>(null)
  const { player, state } = controller.playback
  useEffect(() => {
    if (player && video.current) video.current.replaceChildren(player.element)
  }, [player])

  const isPreparing = !controller.videos.every(canPlayFile)
  const wasPreparing = useRef(isPreparing)
  useEffect(() => {
    if (wasPreparing.current && !isPreparing) player?.retry({ isToPlay: false })
    wasPreparing.current = isPreparing
  }, [player, isPreparing])

  const first = controller.videos[0]
  const shape = first?.width && first.height ? first.width / first.height : 16 / 9
  const isOpening = state === null || state.play === 'loading'
  return (
    <div className={styles.stage} data-waiting={state?.play === 'waiting' || undefined}>
      <div className={styles.picture} style={{ '--shape': shape } as CSSProperties} onClick={onToggle} aria-hidden>
        {isOpening && first?.posterUrl && <img className={styles.poster} src={first.posterUrl} alt="" />}
        <div ref={video} className={styles.video} />
      </div>
      {detection && (
        <div className={styles.detection}>
          <DetectionLayer detection={detection} />
        </div>
      )}
      {state?.play === 'error' && (
        <div className={styles.fault} role="alert">
          {isPreparing ? (
            <p>{texts.theVideoIsBeingPrepared}</p>
          ) : (
            <FaultMessage controller={controller} fault={state.fault} />
          )}
        </div>
      )}
    </div>
  )
}

/** The same as on the reading page. */
function FaultMessage({ controller, fault }: { controller: VideoEditorController; fault: PlayerFault | null }) {
  const { player } = controller.playback
  const videoId = locate(articleMap(controller.tree), player?.time() ?? 0)?.piece.videoId
  const { title, reason, source } = describeFault(fault, controller.videos.find(({ id }) => id === videoId)?.url)
  return (
    <>
      <p className={styles.faultTitle}>{title}</p>
      <p>{reason}</p>
      {source !== null && <p className={styles.faultSource}>{source}</p>}
      <Button variant="filled" onClick={() => player?.retry()}>
        {texts.tryAgain}
      </Button>
    </>
  )
}
