const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

/** What the key beside the space bar is called on this machine. */
export const commandKey = isMac ? '⌘' : 'Ctrl'
