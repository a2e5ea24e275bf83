import { useMemo } from 'react'
import { useMe } from '../../user/index.ts'

/** The editor as others see them; undefined while loading. */
export function useEditor(): { id: string; name: string } | undefined {
  const user = useMe()?.user
  const id = user?.id
  const name = user?.name
  return useMemo(() => (id === undefined || name === undefined ? undefined : { id, name }), [id, name])
}
