/** What answering the password of a link gave, until this window is closed. */
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

/** Where nothing may be stored, as in a frame of another site. */
const passes = new Map<string, string>()
