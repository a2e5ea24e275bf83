/** The pass received for a link's password, until this window is closed. */
/** The script in index.html knows it too. */
const storageKey = (token: string) => `knowreel.link-pass:${token}`

export function readPass(token: string): string | undefined {
  try {
    return sessionStorage.getItem(storageKey(token)) ?? undefined
  } catch {
    return passesInMemory.get(token)
  }
}

export function storePass(token: string, pass: string): void {
  try {
    sessionStorage.setItem(storageKey(token), pass)
  } catch {
    passesInMemory.set(token, pass)
  }
}

/** Used where storage is unavailable, as in a frame of another site. */
const passesInMemory = new Map<string, string>()
