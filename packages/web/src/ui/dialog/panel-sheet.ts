/**
 * Under 992 px the second sidebar is a sheet, opened from the header. The sidebar registers its label here and the
 * header reads it, so neither depends on the other.
 */
export type PanelSheet = { readonly label: string | null; readonly isOpen: boolean }

let sheet: PanelSheet = { label: null, isOpen: false }
const listeners = new Set<() => void>()

function setSheet(next: PanelSheet): void {
  sheet = next
  for (const listener of listeners) listener()
}

export const panelSheetStore = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  read: (): PanelSheet => sheet,
}

/** Returns a function that removes the label. */
export function registerPanel(label: string): () => void {
  setSheet({ ...sheet, label })
  return () => setSheet({ label: null, isOpen: false })
}

export const openPanelSheet = (): void => setSheet({ ...sheet, isOpen: true })
export const closePanelSheet = (): void => setSheet({ ...sheet, isOpen: false })
