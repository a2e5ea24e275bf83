import { useQueryClient } from '@tanstack/react-query'
import type { SharedLink } from '@knowreel/shared/share/share.calls.ts'
import { api } from '../../platform/api/api.ts'
import { handleError } from '../../platform/api/handle-error.ts'
import { confirmAction } from '../../ui/dialog/dialogs.ts'
import { showSuccess } from '../../ui/toast/toast.ts'
import { copySharedLink } from '../copy-shared-link.ts'
import { invalidateLinks } from '../share.queries.ts'
import * as texts from '../texts.ts'

/** The actions on a link in a list. Failures are shown as messages. */
export function useSharedLinkActions() {
  const queryClient = useQueryClient()
  return {
    copy: async ({ article }: SharedLink): Promise<void> => {
      const found = api.share.token({ params: { id: article.id }, query: {} })
      try {
        await copySharedLink(found.then(({ token }) => (token === null ? null : { token, isPrivate: false })))
        if ((await found).token === null) await invalidateLinks(queryClient)
      } catch (error) {
        handleError(error)
      }
    },
    turnOff: async ({ article }: SharedLink): Promise<void> => {
      const isSure = await confirmAction({
        title: texts.turnOffTheLinkTo(article.title || texts.untitled),
        body: texts.theLinkStopsWorkingImmediately,
        confirmLabel: texts.turnOff,
        isDangerous: true,
      })
      if (!isSure) return
      try {
        await api.share.save({ params: { id: article.id }, body: { shared: false } })
        showSuccess(texts.sharedLinkWasDeletedSuccessfully)
      } catch (error) {
        handleError(error)
      }
      await invalidateLinks(queryClient)
    },
  }
}
