import { useState } from 'react'
import { handleError } from '../../platform/api/handle-error.ts'
import { confirmAction } from '../../ui/dialog/dialogs.ts'
import { showSuccess } from '../../ui/toast/toast.ts'
import { useSaveLink, type LinkChange } from '../share.queries.ts'

const made = 'Shared link was generated successfully'

/** The actions on the links of an article. Those that break a URL ask for confirmation: others may have it. */
export function useLinkChanges(articleId: string) {
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
    make: () => change({ shared: true }, made),
    update: (fields: Omit<LinkChange, 'shared' | 'isRefreshToken'>) => change(fields, 'Shared link was updated'),
    renew: async ({ isPrivate }: { isPrivate: boolean }): Promise<void> => {
      const isSure = await confirmAction({
        title: isPrivate ? 'Create a new private link' : 'Create a new public link',
        body: 'The old link stops working immediately.',
        confirmLabel: 'Create a new link',
        isDangerous: true,
      })
      if (isSure) await change({ isPrivate, isRefreshToken: true, ...(isPrivate ? {} : { shared: true }) }, made)
    },
    remove: async (): Promise<void> => {
      const isSure = await confirmAction({
        title: 'Delete the public link',
        body: 'The link stops working immediately.',
        confirmLabel: 'Delete link',
        isDangerous: true,
      })
      if (isSure) await change({ shared: false }, 'Shared link was deleted successfully')
    },
  }
}

export type LinkChanges = ReturnType<typeof useLinkChanges>
