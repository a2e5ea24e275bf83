import { lazy, Suspense, useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import { newKey } from '@knowreel/shared/identity/ids.ts'
import { insertMaterial } from '@knowreel/shared/video/paragraph-tree.rules.ts'
import { wholeOf, type Ms } from '@knowreel/shared/video/play-map.ts'
import type { Video } from '@knowreel/shared/video/video.wire.ts'
import { showSuccess } from '../ui/toast.ts'
import { untilLoaded } from '../platform/until-loaded.ts'
import type { VideoDesk } from './editing/video-desk.ts'
import { insertPlaceAt, insertTimeOf } from './uploads/insert-place.ts'
import { beginUpload, useUploads, withUploads } from './uploads/page-uploads.ts'
import type { InsertPlace } from './uploads/upload-item.ts'

const InsertRecording = lazy(() =>
  untilLoaded(() => import('./insert-recording.tsx')).then((module) => ({ default: module.InsertRecording })),
)

type UsedInsertion = {
  /** Asks for a recording to put in at the play head. Null until the desk is there. */
  readonly insertRecording: (() => void) | null
  readonly dialog: ReactNode
}

/** Inserting other recordings into a draft: at once, or when their upload is through. */
export function useInsertRecording(desk: VideoDesk | null, draftId: string): UsedInsertion {
  const [at, setAt] = useState<Ms | null>(null)
  // Kept while the dialog fades out.
  const [lastAt, setLastAt] = useState<Ms>(0)

  const open = useCallback(() => {
    const time = desk?.used.player?.time() ?? 0
    setAt(time)
    setLastAt(time)
  }, [desk])
  const close = useCallback(() => setAt(null), [])

  const asking = desk && (at !== null || lastAt > 0) && (
    <Suspense>
      <InsertRecording
        opened={at !== null}
        at={lastAt}
        videos={desk.videos.filter(({ url, duration }) => url !== null && duration !== null)}
        onClose={close}
        onInsert={(video) => {
          close()
          put(desk, video, insertPlaceAt(desk.tree, lastAt))
        }}
        onUpload={({ file, handle }) =>
          beginUpload({ file, handle, articleId: draftId, insert: insertPlaceAt(desk.tree, lastAt) })
        }
      />
    </Suspense>
  )
  const dialog = desk && (
    <>
      <InsertArrived desk={desk} draftId={draftId} />
      {asking}
    </>
  )
  return { insertRecording: desk === null ? null : open, dialog }
}

function put(desk: VideoDesk, video: Video, place: InsertPlace): boolean {
  if (video.duration === null) return false
  const material = wholeOf(video.id, video.duration)
  desk.addVideo(video)
  return desk.change((tree) => insertMaterial(tree, insertTimeOf(tree, place), material, { id: newKey() }))
}

/**
 * Each upload once, whatever this page shows of it: of two tabs only one has it in hand. A part of its own, since uploads
 * tell of themselves often and the editor around it has no use for that.
 */
function InsertArrived({ desk, draftId }: { desk: VideoDesk; draftId: string }) {
  const uploads = useUploads()
  const inserted = useRef(new Set<string>())
  useEffect(() => {
    for (const { id, articleId, context, state } of uploads) {
      const { insert } = context
      if (articleId !== draftId || insert === null || state.phase !== 'finished' || state.video === null) continue
      if (inserted.current.has(id)) continue
      inserted.current.add(id)
      if (!put(desk, state.video, insert)) continue
      showSuccess('The recording was inserted')
      void withUploads((manager) => manager.dismiss(id))
    }
  }, [desk, draftId, uploads])
  return null
}
