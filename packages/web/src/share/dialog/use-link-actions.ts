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
async function copyNewLink(saved: Promise<SharedData>): Promise<string> {
  const url = saved.then(({ token }) => {
    if (token === null) throw new Error('A new link has no token')
    return sharedUrl({ token, isPrivate: false })
  })
  return (await copyText(url)) ? texts.createdAndCopied : createdText
}

/** The actions on the links of an article. Those that break a URL ask for confirmation: others may have it. */
export function useLinkActions(articleId: string) {
  const save = useSaveLink(articleId)
  const [isBusy, setBusy] = useState(false)

  /** False if it failed; a message shows the error. */
  const change = async (
    fields: LinkChange,
    text: string | ((saved: Promise<SharedData>) => Promise<string>),
  ): Promise<boolean> => {
    if (isBusy) return false
    setBusy(true)
    try {
      const saved = save(fields)
      const message = typeof text === 'string' ? text : await text(saved)
      await saved
      showSuccess(message)
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
