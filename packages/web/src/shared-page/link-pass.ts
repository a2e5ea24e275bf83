/** The pass received for a link's password, until this window is closed. */
/** The script in index.html knows it too. */
const key = (token: string) => `knowreel.link-pass:${token}`

export function readPass(token: string): string | undefined {
  try {
    return sessionStorage.getItem(key(token)) ?? undefined
  } catch {
    return passes.get(token)
  }
}

export function keepPass(token: string, pass: string): void {
  try {
    sessionStorage.setItem(key(token), pass)
  } catch {
    passes.set(token, pass)
  }
}

/** Used where storage is unavailable, as in a frame of another site. */
const passes = new Map<string, string>()
