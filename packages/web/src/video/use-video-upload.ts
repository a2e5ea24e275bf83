import { useCallback, useEffect, useRef, useState } from 'react'
import {
  browserConnection,
  browserTransport,
  createUpload,
  fileSource,
  memoryJournal,
  newUploadOfFile,
  uploadMessages,
  type Upload,
  type UploadCalls,
  type UploadState,
} from '@knowreel/recorder/upload/index.ts'
import type { Video } from '@knowreel/shared/video/video.wire.ts'
import { api } from '../platform/api/api.ts'

export const videoTypes = ['video/webm', 'video/mp4', 'video/quicktime'] as const

const calls: UploadCalls = {
  url: (query, signal) => api.videoUpload.url({ query }, { signal }),
  accept: (body, signal) => api.videoUpload.accept({ body }, { signal }),
  status: (id, signal) => api.videoUpload.status({ params: { id } }, { signal }),
}

export type VideoUpload = {
  readonly file: File | null
  readonly state: UploadState | null
  /** Milliseconds since bytes are being sent; null before. */
  readonly begin: (file: File) => void
  readonly retry: () => void
  /** Lets the file go; another one can be chosen. */
  readonly drop: () => void
  /** The recording once it can be played; null when that failed or was given up. */
  readonly whenReady: () => Promise<Video | null>
}

/** One upload of a dialog. It ends with the dialog: what arrived leaves the server by itself. */
export function useVideoUpload(): VideoUpload {
  const [file, setFile] = useState<File | null>(null)
  const [state, setState] = useState<UploadState | null>(null)
  const upload = useRef<{ upload: Upload; ended: Promise<UploadState> } | null>(null)
  const turn = useRef(0)

  const drop = useCallback(() => {
    turn.current++
    void upload.current?.upload.cancel()
    upload.current = null
    setFile(null)
    setState(null)
  }, [])
  useEffect(() => drop, [drop])

  const begin = useCallback((chosen: File) => {
    const mine = ++turn.current
    setFile(chosen)
    setState(null)
    void (async () => {
      // One browser page, one dialog: nobody else can meet the journal of this upload.
      const entry = await newUploadOfFile({ owner: 'dialog', file: chosen })
      if (mine !== turn.current) return
      const made = createUpload({
        source: fileSource(chosen),
        entry,
        calls,
        transport: browserTransport,
        journal: memoryJournal(),
        connection: browserConnection,
        onState: (next) => mine === turn.current && setState(next),
      })
      upload.current = { upload: made, ended: made.run() }
    })().catch(() => setState((last) => last && { ...last, phase: 'failed', message: uploadMessages.failed }))
  }, [])

  return {
    file,
    state,
    begin,
    drop,
    retry: useCallback(() => {
      if (upload.current) upload.current.ended = upload.current.upload.run()
    }, []),
    whenReady: useCallback(async () => {
      const ended = await upload.current?.ended
      return ended?.phase === 'finished' ? ended.video : null
    }, []),
  }
}
