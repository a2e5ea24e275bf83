/** Local storage that never throws: private windows and full disks must not break a page. */
export function readSetting(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function writeSetting(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // The setting then lasts only until the page is left.
  }
}

export function removeSetting(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing was stored, so there is nothing to remove.
  }
}

/** For this tab, until it is closed or the person signs out. */
export function readSessionSetting(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

/** Null removes it. */
export function writeSessionSetting(key: string, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, value)
  } catch {
    // It is then lost when the page is left.
  }
}

/** Content of drafts: it does not outlast the session. */
export const undoKey = 'knowreel.undo:'

/** Kept on log-out: they belong to the browser or, like the order of workspaces, are stored per person. */
const persistedKeys = ['debug', 'workspaces-ordering', 'knowreel.theme', 'knowreel.nav', 'knowreel.panel-width']

/** `waiting`: keys kept for the same person after a session that expired; they are stored under the person's id. */
export function clearPersonalSettings(waiting: readonly string[] = []): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (![...persistedKeys, ...waiting].some((kept) => key === kept || key.startsWith(`${kept}:`)))
        localStorage.removeItem(key)
    }
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(undoKey)) sessionStorage.removeItem(key)
  } catch {
    // Nothing was stored, so there is nothing to remove.
  }
}
