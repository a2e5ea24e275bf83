import { useMe } from '../user/index.ts'

/** Owner of the shown notifications; null while unknown, and for people without a company. */
export function useNotificationOwner(): string | null {
  const user = useMe()?.user
  return user?.company ? `${user.id}:${user.company.id}` : null
}
