import { useEffect, useState } from 'react'

/** Closed on the first render: a component mounted open has no entry transition and cannot return the focus. */
export function useOpenedAfterMount(opened: boolean): boolean {
  const [isBorn, setBorn] = useState(false)
  useEffect(() => setBorn(true), [])
  return opened && isBorn
}
