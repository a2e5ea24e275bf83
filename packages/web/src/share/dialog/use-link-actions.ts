import { useState } from 'react'
import { handleError } from '../../platform/api/handle-error.ts'
import { confirmAction } from '../../ui/dialog/dialogs.ts'
import { showSuccess } from '../../ui/toast/toast.ts'
import { useSaveLink, type LinkChange } from '../share.queries.ts'
import * as texts from '../texts.ts'

const createdText = texts.sharedLinkWasGeneratedSuccessfully

/** The actions on the links of an article. Those that break a URL ask for confirmation: others may have it. */
export function useLinkActions(articleId: string) {
  const save = useSaveLink(articleId)
  const [isBusy, setBusy] = useState(false)

  /** False if it failed; a message shows the error. */
  const change = async (fields: LinkChange, text: string): Promise<boolean> => {
    if (isBusy) return false
    setBusy(true)
    try {
      await save(fields)
      showSuccess(text)
      return true
    } catch (error) {
      handleError(error)
      return false
    } finally {
      setBusy(false)
    }
  }

  return {
    isBusy,
    make: () => change({ shared: true }, createdText),
    update: (fields: Omit<LinkChange, 'shared' | 'isRefreshToken'>) => change(fields, texts.sharedLinkWasUpdated),
    renew: async ({ isPrivate }: { isPrivate: boolean }): Promise<void> => {
      const isSure = await confirmAction({
        title: isPrivate ? texts.createANewPrivateLink : texts.createANewPublicLink,
        body: texts.theOldLinkStopsWorking,
        confirmLabel: texts.createANewLink,
        isDangerous: true,
      })
      if (isSure) await change({ isPrivate, isRefreshToken: true, ...(isPrivate ? {} : { shared: true }) }, createdText)
    },
    remove: async (): Promise<void> => {
      const isSure = await confirmAction({
        title: texts.deleteThePublicLink,
        body: texts.theLinkStopsWorkingImmediately,
        confirmLabel: texts.deleteLink,
        isDangerous: true,
      })
      if (isSure) await change({ shared: false }, texts.sharedLinkWasDeletedSuccessfully)
    },
  }
}

export type LinkActions = ReturnType<typeof useLinkActions>
