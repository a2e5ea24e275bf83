/** One generation of a text: words as they arrive, and the result. */
import type { TextDelta } from '@knowreel/shared/ai/ai.streams.ts'
import type { StreamStatus } from '@knowreel/shared/stream/stream.protocol.ts'
import { api } from '../platform/api/api.ts'
import { handleSessionError } from '../platform/api/handle-error.ts'
import { cancelled, GenerationError, startGeneration, type Generation } from '../platform/sockets/generation.ts'
import { showError, showWarning } from '../ui/toast/toast.ts'

export { cancelled }

type Options = {
  /** Follows a generation that is running already. */
  readonly isResumed?: boolean

  /** The whole text so far. */
  readonly onText?: (text: string) => void
  readonly onStatus?: (status: StreamStatus) => void
}

export function runGeneration<Result>(
  stream: string,
  data: unknown,
  { onText, onStatus, isResumed = false }: Options,
): Generation<Result> {
  let text = ''
  return startGeneration<Result>(stream, data, {
    isResumed,
    getTicket: async () => (await api.session.ticket()).token,
    // After a lost connection the server repeats all of it.
    onConnected: () => (text = ''),
    onUpdate(status, update) {
      onStatus?.(status)
      const { delta } = (update ?? {}) as Partial<TextDelta>
      if (delta === undefined) return
      text += delta
      onText?.(text)
    },
  })
}

/** The message to show; null if there is nothing to say. */
export function failureMessage(error: unknown, fallback: string): string | null {
  if (error === cancelled || handleSessionError(error)) return null
  return error instanceof Error && error.message !== '' && !(error instanceof TypeError) ? error.message : fallback
}

export function showGenerationError(error: unknown, fallback: string): void {
  const message = failureMessage(error, fallback)
  if (message === null) return
  if (error instanceof GenerationError && error.isWarning) showWarning(message)
  else showError(message)
}
