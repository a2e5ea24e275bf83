/**
 * Whether the focus left an editor less than a second ago. Keys that follow were meant for its text, so they must not
 * run one-key commands.
 */
export const hasJustLeftEditor = (event: KeyboardEvent): boolean => event.timeStamp - lastUsedAt < 1000

/** Also updated by keys: a focused editor that is removed from the page gets no `focusout`. */
let lastUsedAt = -Infinity

const noticeUse = ({ target, timeStamp }: Event): void => {
  if (target instanceof HTMLElement && target.isContentEditable) lastUsedAt = timeStamp
}
globalThis.window?.addEventListener('focusout', noticeUse, { capture: true })
globalThis.window?.addEventListener('keydown', noticeUse, { capture: true })
