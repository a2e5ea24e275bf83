import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { VersionArticle, VersionEntry } from '@knowreel/shared/article/article-version.calls.ts'
import { api } from '../../platform/api/api.ts'
import { ApiError } from '../../platform/api/api-error.ts'
import { handleError } from '../../platform/api/handle-error.ts'
import { confirmAction } from '../../ui/dialog/dialogs.ts'
import { showSuccess } from '../../ui/toast/toast.ts'
import { formatVersionTime } from '../../ui/time-format.ts'
import { articleParams, articleRoute, type LinkableArticle } from '../article-url.ts'
import { articleKeys, refreshArticles } from '../article.queries.ts'
import { whileBusy } from '../busy.ts'
import * as texts from './texts.ts'
import type { VersionedArticle } from './version.queries.ts'

export type VersionActions = {
  /** Publishes the content of the version and removes the version; the draft stays as it is. */
  restore: (content: VersionArticle, version: VersionEntry) => Promise<void>
  remove: (version: VersionEntry) => Promise<void>
  /** Back to the current article. */
  close: () => Promise<void>
}

export function useVersionActions(article: LinkableArticle & VersionedArticle): VersionActions {
  const queryClient = useQueryClient()
  const navigate = useNavigate()

  const leave = async () => {
    const params = articleParams(article)
    if (params) await navigate({ to: articleRoute, params })
  }

  const deleteVersion = ({ version }: VersionEntry) =>
    api.articleVersion.remove({ params: { ws: article.workspaceId, id: article.id, version: String(version) } })

  const restore = async (content: VersionArticle, version: VersionEntry) => {
    const isConfirmed = await confirmAction({
      title: texts.restoreThisVersion,
      body: restoreText(formatVersionTime(version.time), content.missingVideos),
      confirmLabel: texts.restoreVersion,
    })
    if (!isConfirmed) return
    const { title, icon, cover, tags, textTabs, pinnedNote, paragraphs } = content
    try {
      await whileBusy(texts.restoringArticleVersion, async () => {
        await api.article.save({
          params: { id: article.id },
          body: {
            title,
            icon,
            cover,
            tags,
            textTabs,
            pinnedNote,
            paragraphs,
            isPublish: true,
            isKeepDraft: true,
            restoresVersion: version.version,
          },
        })
        // The restored version is now the article; failing to delete it is harmless. A colleague may have deleted it.
        await deleteVersion(version).catch((error: unknown) => {
          if (!(error instanceof ApiError && error.status === 404)) handleError(error)
        })
        // Before anything is refetched: the page of a deleted version would lead to the edit page.
        await leave()
        await refreshArticles(queryClient)
      })
      showSuccess(texts.theVersionHasBeenRestored)
    } catch (error) {
      handleError(error)
    }
  }

  const remove = async (version: VersionEntry) => {
    const isConfirmed = await confirmAction({
      title: texts.deleteThisVersion,
      body: texts.theVersionOfTimeIs(formatVersionTime(version.time)),
      confirmLabel: texts.deleteVersion,
      isDangerous: true,
    })
    if (!isConfirmed) return
    try {
      await deleteVersion(version)
      await leave()
      // An article is cached by both of its ids, with the number of its versions.
      await queryClient.invalidateQueries({ queryKey: articleKeys.all })
      showSuccess(texts.theVersionWasDeleted)
    } catch (error) {
      handleError(error)
    }
  }

  const close = () =>
    whileBusy(texts.quittingTheVersionMode, async () => {
      await queryClient.invalidateQueries({ queryKey: articleKeys.all })
      await leave()
    })

  return { restore, remove, close }
}

/** Describes the effect of restoring, for the confirmation. */
function restoreText(time: string, missingVideos: number): string {
  const words = texts.theArticleBecomesWhatIt(
    time.startsWith('Today') ? time.replace(/^Today,/, 'today at') : texts.onTime(time),
  )
  if (missingVideos === 0) return words
  const gone = texts.recordingsAre(missingVideos)
  return texts.wordsGoneNoLongerThere(words, gone)
}
