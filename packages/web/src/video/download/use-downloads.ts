import { useEffect, useState } from 'react'
import type { CallResponse } from '@knowreel/shared/catalogue/call.ts'
import type { Catalogue } from '@knowreel/shared/catalogue/catalogue.ts'
import { api } from '../../platform/api/api.ts'
import { handleError } from '../../platform/api/handle-error.ts'
import { showWarning } from '../../ui/toast/toast.ts'
import * as texts from '../texts.ts'
import { saveFile } from './save-file.ts'

export type Downloads = CallResponse<Catalogue['article']['videos']>

/** While the rendition is being made, the list is fetched again at this interval. */
const pollMs = 3000

export const isRenditionPending = ({ rendition }: Downloads): boolean =>
  rendition?.status === 'waiting' || rendition?.status === 'running'

/** There is a choice, or a state to show. */
const needsList = (found: Downloads): boolean =>
  found.urls.length > 1 || isRenditionPending(found) || found.rendition?.status === 'failed'

export type UseDownloadsResult = {
  readonly isLoading: boolean
  /** The content of the open list; null while it is closed. */
  readonly list: Downloads | null
  /** Saves a single file immediately; opens the list if there are several. */
  readonly open: () => Promise<void>
  readonly close: () => void
  /** Requests the failed rendition again. */
  readonly retry: () => Promise<void>
}

/**
 * The files of an article or draft that can be saved. Signed URLs expire, so the list is fetched each time it opens.
 */
export function useDownloads(articleId: string): UseDownloadsResult {
  const [isLoading, setLoading] = useState(false)
  const [list, setList] = useState<Downloads | null>(null)
  const isWaiting = list !== null && isRenditionPending(list)

  useEffect(() => {
    if (!isWaiting) return
    const controller = new AbortController()
    const timer = setInterval(() => {
      api.article
        .videos({ params: { id: articleId } }, { signal: controller.signal })
        .then(setList)
        // An error is shown the next time the list is opened; what is shown stays valid.
        .catch(() => undefined)
    }, pollMs)
    return () => {
      clearInterval(timer)
      controller.abort()
    }
  }, [articleId, isWaiting])

  const read = async (): Promise<Downloads | null> => {
    setLoading(true)
    try {
      return await api.article.videos({ params: { id: articleId } })
    } catch (error) {
      handleError(error)
      return null
    } finally {
      setLoading(false)
    }
  }

  return {
    isLoading,
    list,
    open: async () => {
      if (isLoading) return
      const found = await read()
      const [first] = found?.urls ?? []
      if (found === null) return
      if (first === undefined) showWarning(texts.noVideosFoundForThis)
      else if (needsList(found)) setList(found)
      else saveFile(first)
    },
    close: () => setList(null),
    retry: async () => {
      try {
        await api.article.retryRendition({ params: { id: articleId } })
      } catch (error) {
        return handleError(error)
      }
      setList(await read())
    },
  }
}
