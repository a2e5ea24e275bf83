/** Creates the draft of a recording as soon as recording begins. */
export type RecordingDraft = {
  /** The same for all attempts: a retry after a lost response, or after a crash, finds the draft already created. */
  readonly clientId: string
  readonly title: string
  readonly workspace: string
  readonly tags: readonly string[]
}

type DraftBody = {
  clientId: string
  title: string
  workspace: string
  tags: string[]
  isNotUploadedVideo: true
}

type DraftPorts<Article> = {
  readonly save: (body: DraftBody) => Promise<Article>
  readonly readPersonalWorkspace: () => Promise<string | null>
  /** HTTP status of a refusal; null if the server did not answer. */
  readonly statusOf: (error: unknown) => number | null
  readonly isWanted: () => boolean
  /** The draft is refused for good. */
  readonly onRefused: (error: unknown) => void
}

const retryMs = 3000
const wait = () => new Promise((resolve) => setTimeout(resolve, retryMs))

/**
 * Tries until the server answers, because the recording continues without it. If the workspace can no longer be used,
 * the draft goes to the personal one.
 */
export async function createRecordingDraft<Article>(
  { clientId, title, tags, ...draft }: RecordingDraft,
  { save, readPersonalWorkspace, statusOf, isWanted, onRefused }: DraftPorts<Article>,
): Promise<Article | null> {
  let { workspace } = draft
  while (isWanted()) {
    try {
      return await save({ clientId, title, workspace, tags: [...tags], isNotUploadedVideo: true })
    } catch (error) {
      const status = statusOf(error)
      const isRefused = status !== null && status >= 400 && status < 500 && status !== 429
      if (!isRefused) {
        await wait()
        continue
      }
      // Undefined: the connection was lost, and the next attempt asks again.
      const personal = status === 401 ? null : await readPersonalWorkspace().catch(() => undefined)
      if (personal === undefined) await wait()
      else if (personal === null || personal === workspace) {
        onRefused(error)
        return null
      } else workspace = personal
    }
  }
  return null
}
