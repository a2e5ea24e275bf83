import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { VersionArticle, VersionEntry } from '@knowreel/shared/article/article-version.calls.ts'
import { api } from '../../platform/api/api.ts'
import { handleError } from '../../platform/api/handle-error.ts'
import { confirmAction } from '../../ui/dialog/dialogs.ts'
import { showSuccess } from '../../ui/toast/toast.ts'
import { formatVersionTime } from '../../ui/time-format.ts'
import { articleParams, articleRoute, type Addressed } from '../article-address.ts'
import { articleKeys, refreshArticles } from '../article.queries.ts'
import { whileBusy } from '../busy.ts'
import type { Versioned } from './version.queries.ts'

export type VersionActions = {
  /** Publishes the content of the version and removes the version; the draft stays as it is. */
  restore: (content: VersionArticle, version: VersionEntry) => Promise<void>
  remove: (version: VersionEntry) => Promise<void>
  /** Back to the current article. */
  close: () => Promise<void>
}

export function useVersionActions(article: Addressed & Versioned): VersionActions {
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
      title: 'Restore this version',
      body: restoreText(formatVersionTime(version.time), content.missingVideos),
      confirmLabel: 'Restore version',
    })
    if (!isConfirmed) return
    const { title, tags, textTabs, pinnedNote, paragraphs } = content
    try {
      await whileBusy('Restoring article version', async () => {
        await api.article.save({
          params: { id: article.id },
          body: {
            title,
            tags,
            textTabs,
            pinnedNote,
            paragraphs,
            isPublish: true,
            isKeepDraft: true,
            restoresVersion: version.version,
          },
        })
        // It is the article now. If it stays in the list, it does no harm.
        await deleteVersion(version).catch(handleError)
        // Before anything is refetched: the page of a deleted version would lead to the edit page.
        await leave()
        await refreshArticles(queryClient)
      })
      showSuccess('The version has been restored')
    } catch (error) {
      handleError(error)
    }
  }

  const remove = async (version: VersionEntry) => {
    const isConfirmed = await confirmAction({
      title: 'Delete this version',
      body: `The version of ${formatVersionTime(version.time)} is deleted for everyone. This cannot be undone.`,
      confirmLabel: 'Delete version',
      isDangerous: true,
    })
    if (!isConfirmed) return
    try {
      await deleteVersion(version)
      await leave()
      await queryClient.invalidateQueries({ queryKey: articleKeys.one(article.id) })
      showSuccess('The version was deleted')
    } catch (error) {
      handleError(error)
    }
  }

  const close = () =>
    whileBusy('Quitting the version mode', async () => {
      await queryClient.invalidateQueries({ queryKey: articleKeys.all })
      await leave()
    })

  return { restore, remove, close }
}

/** Describes the effect of restoring, for the confirmation. */
function restoreText(time: string, missingVideos: number): string {
  const words = `The article becomes what it was ${time.startsWith('Today') ? time.replace(/^Today,/, 'today at') : `on ${time}`}. The current content is kept as a version. A draft stays as it is.`
  if (missingVideos === 0) return words
  const gone = missingVideos === 1 ? 'One recording is' : `${missingVideos} recordings are`
  return `${words} ${gone} no longer there and will be missing.`
}
