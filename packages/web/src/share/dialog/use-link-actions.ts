import { useState } from 'react'
import type { SharedData } from '@knowreel/shared/share/share.calls.ts'
import { handleError } from '../../platform/api/handle-error.ts'
import { confirmAction } from '../../ui/dialog/dialogs.ts'
import { copyText } from '../../ui/copy-text.ts'
import { showSuccess } from '../../ui/toast/toast.ts'
import { useSaveLink, type LinkChange } from '../share.queries.ts'
import { sharedUrl } from '../shared-url.ts'
import * as texts from '../texts.ts'

const createdText = texts.sharedLinkWasGeneratedSuccessfully

/** Copies the new public link unless the browser refuses. Returns the message. */
async function copyNewLink({ token }: SharedData): Promise<string> {
  const isCopied = token !== null && (await copyText(sharedUrl({ token, isPrivate: false })))
  return isCopied ? texts.createdAndCopied : createdText
}

/** The actions on the links of an article. Those that break a URL ask for confirmation: others may have it. */
export function useLinkActions(articleId: string) {
  const save = useSaveLink(articleId)
  const [isBusy, setBusy] = useState(false)

  /** False if it failed; a message shows the error. */
  const change = async (
    fields: LinkChange,
    text: string | ((shared: SharedData) => Promise<string>),
  ): Promise<boolean> => {
    if (isBusy) return false
    setBusy(true)
    try {
      const shared = await save(fields)
      showSuccess(typeof text === 'string' ? text : await text(shared))
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
    make: () => change({ shared: true }, copyNewLink),
    update: (fields: Omit<LinkChange, 'shared' | 'isRefreshToken'>) => change(fields, texts.sharedLinkWasUpdated),
    renew: async ({ isPrivate }: { isPrivate: boolean }): Promise<void> => {
      const isSure = await confirmAction({
        title: isPrivate ? texts.createANewPrivateLink : texts.createANewPublicLink,
        body: texts.theOldLinkStopsWorking,
        confirmLabel: texts.createANewLink,
        isDangerous: true,
      })
      if (!isSure) return
      if (isPrivate) await change({ isPrivate, isRefreshToken: true }, createdText)
      else await change({ isPrivate, isRefreshToken: true, shared: true }, copyNewLink)
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
