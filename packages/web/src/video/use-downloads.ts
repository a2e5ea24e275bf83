import { useEffect, useState } from 'react'
import type { CallAnswer } from '@knowreel/shared/catalogue/call.ts'
import type { Catalogue } from '@knowreel/shared/catalogue/catalogue.ts'
import { api } from '../platform/api/api.ts'
import { handleError } from '../platform/api/handle-error.ts'
import { showWarning } from '../ui/toast.ts'
import { saveFile } from './save-file.ts'

export type Downloads = CallAnswer<Catalogue['article']['videos']>

/** While the film of all of it is made, the list is read again. */
const readAgainMs = 3000

export const isOnItsWay = ({ rendition }: Downloads): boolean =>
  rendition?.status === 'waiting' || rendition?.status === 'running'

/** There is something to choose from, or to be told. */
const needsList = (found: Downloads): boolean =>
  found.urls.length > 1 || isOnItsWay(found) || found.rendition?.status === 'failed'

export type UsedDownloads = {
  readonly isLoading: boolean
  /** What the open list shows; null while it is closed. */
  readonly list: Downloads | null
  /** A single file is saved at once, several open the list. */
  readonly open: () => Promise<void>
  readonly close: () => void
  /** Has the film made again that failed. */
  readonly retry: () => Promise<void>
}

/** What can be saved of an article or draft. Addresses end, so it is read anew each time. */
export function useDownloads(articleId: string): UsedDownloads {
  const [isLoading, setLoading] = useState(false)
  const [list, setList] = useState<Downloads | null>(null)
  const isWaiting = list !== null && isOnItsWay(list)

  useEffect(() => {
    if (!isWaiting) return
    const controller = new AbortController()
    const timer = setTimeout(() => {
      api.article
        .videos({ params: { id: articleId } }, { signal: controller.signal })
        .then(setList)
        // Told when it is opened the next time; what is shown stays good.
        .catch(() => undefined)
    }, readAgainMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [articleId, isWaiting, list])

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
      if (first === undefined) showWarning('No videos found for this route')
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
