/** The keyboard shortcuts of what is on the screen, for the dialog that lists them. */
import { useEffect } from 'react'

export type ShortcutGroup = {
  readonly title: string
  /** `keys` are pressed one after the other or together; `–` separates the ends of a range. */
  readonly rows: readonly { readonly label: string; readonly keys: readonly string[] }[]
}

/** Loaded when they are shown. Groups of the same function are listed once. */
export type LoadShortcuts = () => Promise<readonly ShortcutGroup[]>

const mounted: LoadShortcuts[] = []

/** While the component is on the page, its shortcuts are listed. */
export function usePageShortcuts(load: LoadShortcuts): void {
  useEffect(() => {
    mounted.push(load)
    return () => void mounted.splice(mounted.lastIndexOf(load), 1)
  }, [load])
}

/** Those of the innermost parts of the page first. */
export const loadPageShortcuts = async (): Promise<ShortcutGroup[]> =>
  (await Promise.all([...new Set(mounted.toReversed())].map((load) => load()))).flat()
