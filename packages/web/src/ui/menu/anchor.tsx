import { useEffect, useImperativeHandle, useState, type Ref } from 'react'

/** A stand-in for an element rendered elsewhere, for library components that require their target as a child. */
export function AnchorElement({ element, ref }: { element: HTMLElement; ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => element, [element])
  return null
}

/** Floating content is mounted closed and opened afterwards, because otherwise it could not return the focus. */
export function useOpenAfterMount(isOpen: boolean): boolean {
  const [isThere, setThere] = useState(false)
  useEffect(() => setThere(true), [])
  return isOpen && isThere
}
