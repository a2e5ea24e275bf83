/**
 * Plain letters also navigate. Someone who types on after an edit command, or faster than a field opens, must not leave
 * the page.
 */
const holdMs = 1000
let heldUntil = 0

/** Ignores keys that navigate for a second from now. */
export const holdNavigationKeys = (): void => void (heldUntil = Date.now() + holdMs)

export const areNavigationKeysHeld = (): boolean => Date.now() < heldUntil
