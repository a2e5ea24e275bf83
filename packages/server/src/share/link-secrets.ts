/**
 * What of a link is secret and what is made from it. The token opens it. Addresses of files land in logs, so they carry a
 * fingerprint instead, which opens nothing and is another one as soon as token or password is. A pass shows that somebody
 * has answered the password; it is good for this token and this password only.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

const passSeconds = 12 * 3600

export type LinkLock = { readonly token: string; readonly passwordHash: string | null }

export type LinkSecrets = {
  readonly fingerprint: (link: LinkLock) => string
  readonly newPass: (link: LinkLock) => string
  readonly isPass: (link: LinkLock, pass: string) => boolean
}

export function createLinkSecrets(secret: string, now: () => number = Date.now): LinkSecrets {
  // The secret signs other things too; a signature of those must not pass here.
  const hmacKey = createHmac('sha256', secret).update('links to articles').digest()
  const signatureOf = (...signed: string[]) => createHmac('sha256', hmacKey).update(JSON.stringify(signed)).digest()
  const passSignature = ({ token, passwordHash }: LinkLock, exp: string) =>
    signatureOf('pass', token, passwordHash ?? '', exp)

  return {
    fingerprint: ({ token, passwordHash }) =>
      signatureOf('fingerprint', token, passwordHash ?? '')
        .subarray(0, 18)
        .toString('base64url'),
    newPass(link) {
      const exp = String(Math.floor(now() / 1000) + passSeconds)
      return `${exp}.${passSignature(link, exp).toString('base64url')}`
    },
    isPass(link, pass) {
      const [exp = '', signature = ''] = pass.split('.')
      if (!/^\d{1,12}$/.test(exp) || Number(exp) * 1000 <= now()) return false
      const [given, wanted] = [Buffer.from(signature, 'base64url'), passSignature(link, exp)]
      return given.length === wanted.length && timingSafeEqual(given, wanted)
    },
  }
}
