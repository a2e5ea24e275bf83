/** Focuses the row of a tree that is in the tab order. */
export const focusTree = (around: HTMLElement | null): void =>
  around?.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"]')?.focus({ preventScroll: true })
