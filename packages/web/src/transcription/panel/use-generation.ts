/** Generating a transcript from a page: starts it, or follows one that is already running. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type {
  TRANSCRIPTION_STREAM,
  TranscriptionStreamData,
  TranscriptionStreamResult,
} from '@knowreel/shared/transcription/transcription.stream.ts'
import { api } from '../../platform/api/api.ts'
import { handleSessionError } from '../../platform/api/handle-error.ts'
import { cancelled, GenerationError, startGeneration, type Generation } from '../../platform/sockets/generation.ts'
import { showError, showWarning } from '../../ui/toast/toast.ts'
import { refetchTranscript } from '../transcript.queries.ts'
import * as texts from '../texts.ts'

const stream: typeof TRANSCRIPTION_STREAM = 'ai-transcription'

export type GenerationStatus = { readonly progress: number; readonly step?: string }

type GenerationOptions = Partial<Pick<TranscriptionStreamData, 'language' | 'keepsEdits'>>

export type TranscriptGeneration = {
  /** Null while nothing is generated. */
  readonly status: GenerationStatus | null
  readonly start: (options?: GenerationOptions) => void
  readonly cancel: () => void
}

/** `isRunning`: the server generates, perhaps since before this page was opened. */
export function useGeneration(articleId: string, isRunning: boolean): TranscriptGeneration {
  const queryClient = useQueryClient()
  const [status, setStatus] = useState<GenerationStatus | null>(null)
  const running = useRef<Pick<Generation<unknown>, 'cancel' | 'leave'> | null>(null)

  const run = useCallback(
    (isResumed: boolean, options: GenerationOptions = {}) => {
      if (running.current) return
      setStatus({ progress: 0 })
      const data = { articleId, ...options }
      const generation = startGeneration<TranscriptionStreamResult>(stream, data, {
        getTicket: async () => (await api.session.ticket()).token,
        onUpdate: setStatus,
        isResumed,
      })
      running.current = generation
      generation.result
        .catch((error: unknown) => {
          // A warning when resuming: it ended between the question and the connection.
          if (error === cancelled || (isResumed && error instanceof GenerationError && error.isWarning)) return
          if (handleSessionError(error)) return
          const message =
            error instanceof GenerationError && error.message !== '' ? error.message : texts.transcriptionFailed
          if (error instanceof GenerationError && error.isWarning) showWarning(message)
          else showError(message)
        })
        .finally(() => {
          running.current = null
          setStatus(null)
          void refetchTranscript(queryClient, articleId)
        })
    },
    [articleId, queryClient],
  )

  useEffect(() => {
    if (isRunning) run(true)
  }, [isRunning, run])
  useEffect(() => () => running.current?.leave(), [])

  return { status, start: (options) => run(false, options), cancel: () => running.current?.cancel() }
}
