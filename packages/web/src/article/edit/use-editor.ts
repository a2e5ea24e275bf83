import { useMemo } from 'react'
import { useMe } from '../../user/index.ts'

/** Who writes here, as the others see them; undefined while it is on the way. */
export function useEditor(): { id: string; name: string } | undefined {
  const user = useMe()?.user
  const id = user?.id
  const name = user?.name
  return useMemo(() => (id === undefined || name === undefined ? undefined : { id, name }), [id, name])
}
