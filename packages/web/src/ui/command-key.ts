export const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

/** Name of the command key on this platform. */
export const commandKey = isMac ? '⌘' : 'Ctrl'
