import { useMutation } from '@tanstack/react-query'
import { api } from '../../platform/api/api.ts'
import { storeTokenForNextPage } from '../../platform/session/session-token.ts'
import { confirmLeaving, turnPromptOff } from '../../ui/dialog/leaving.ts'
import { switchDestination } from './switch-destination.ts'

/**
 * Starts a session in another company and reloads the app, so that nothing of the previous company remains in memory.
 * With `isFounded` the first page reports that the company was created. False if someone stays to keep unsaved work:
 * the session stays too.
 */
export async function switchCompany(id: string, { isFounded = false } = {}): Promise<boolean> {
  if (!(await confirmLeaving())) return false
  const { token, address } = await api.company.switch({ params: { id } })
  turnPromptOff()
  storeTokenForNextPage(token)
  location.assign(switchDestination(address, isFounded))
  return true
}

/** Busy from the click until the app reloads. */
export function useSwitchCompany() {
  const { mutate, isPending, data, variables } = useMutation({ mutationFn: (id: string) => switchCompany(id) })
  return { switchTo: mutate, isBusy: isPending || data === true, target: variables }
}
