import { useMe } from '../user/index.ts'

/** Whose notifications these are; null while it is not known, and for who is in no company. */
export function useOwner(): string | null {
  const user = useMe()?.user
  return user?.company ? `${user.id}:${user.company.id}` : null
}
