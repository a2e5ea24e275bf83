import { useEffect, useImperativeHandle, useState, type Ref } from 'react'

/** Stands for an element that is drawn elsewhere, where a part of the library wants its target as a child. */
export function Anchor({ element, ref }: { element: HTMLElement; ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => element, [element])
  return null
}

/** What floats is there closed before it opens: else it would not know where the focus was. */
export function useOpenOnceThere(isOpen: boolean): boolean {
  const [isThere, setThere] = useState(false)
  useEffect(() => setThere(true), [])
  return isOpen && isThere
}
