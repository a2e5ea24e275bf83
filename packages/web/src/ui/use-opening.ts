import { useEffect, useState } from 'react'

/** Closed at first: a part that is born open neither comes in nor knows where the focus was, to give it back. */
export function useOpening(opened: boolean): boolean {
  const [isBorn, setBorn] = useState(false)
  useEffect(() => setBorn(true), [])
  return opened && isBorn
}
