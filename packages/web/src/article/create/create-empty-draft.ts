import { fallbackTabTitle } from '@knowreel/shared/article/article.rules.ts'
import type { Article } from '@knowreel/shared/article/article.wire.ts'
import { newId, newKey } from '@knowreel/shared/identity/ids.ts'
import { ApiError } from '../../platform/api/api-error.ts'
import { api } from '../../platform/api/api.ts'

/** Kept while it is unknown whether the server created the draft: the next attempt finds it instead of making another. */
let unanswered: { clientId: string; tabId: string; workspace: string } | null = null
let isCreating = false

/** An untitled text draft; null if one is being created, as after a second click. */
export async function createEmptyDraft(workspace: string): Promise<Article | null> {
  if (isCreating) return null
  isCreating = true
  if (unanswered?.workspace !== workspace) unanswered = { clientId: newId(), tabId: newKey(), workspace }
  const { clientId, tabId } = unanswered
  try {
    const { article } = await api.article.saveDraft({
      params: { id: 'new' },
      body: { clientId, title: '', workspace, textTabs: [{ id: tabId, title: fallbackTabTitle }] },
    })
    unanswered = null
    return article
  } catch (error) {
    if (!(error instanceof ApiError && error.isConnectionError)) unanswered = null
    throw error
  } finally {
    isCreating = false
  }
}
