/** Gives the focus to the row of a tree that the tab key would enter at. */
export const focusTree = (around: HTMLElement | null): void =>
  around?.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"]')?.focus({ preventScroll: true })
