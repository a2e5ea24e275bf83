import { useMutation } from '@tanstack/react-query'
import { switchCompany } from './switch-company.ts'

/** Busy from the click until the app reloads. */
export function useSwitchCompany() {
  const { mutate, isPending, isSuccess, variables } = useMutation({ mutationFn: (id: string) => switchCompany(id) })
  return { switchTo: mutate, isBusy: isPending || isSuccess, target: variables }
}
