import { useState } from 'react'
import { handleError } from '../../platform/api/handle-error.ts'
import { confirmAction } from '../../ui/dialogs.ts'
import { showSuccess } from '../../ui/toast.ts'
import { useSaveLink, type LinkChange } from '../share.queries.ts'

const made = 'Shared link was generated successfully'

/** What can be done with the links of an article. What takes an address away asks first: others may have it. */
export function useLinkChanges(articleId: string) {
  const save = useSaveLink(articleId)
  const [isBusy, setBusy] = useState(false)

  /** False when it failed, which is said in a message. */
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
        title: isPrivate ? 'Make a new private link' : 'Make a new public link',
        body: 'The old address is dead at once, also for everybody who has it.',
        confirmLabel: 'Make a new link',
        isDangerous: true,
      })
      if (isSure) await change({ isPrivate, isRefreshToken: true, ...(isPrivate ? {} : { shared: true }) }, made)
    },
    remove: async (): Promise<void> => {
      const isSure = await confirmAction({
        title: 'Delete the public link',
        body: 'Its address is dead at once, also for everybody who has it. A later link has another one.',
        confirmLabel: 'Delete link',
        isDangerous: true,
      })
      if (isSure) await change({ shared: false }, 'Shared link was deleted successfully')
    },
  }
}

export type LinkChanges = ReturnType<typeof useLinkChanges>
