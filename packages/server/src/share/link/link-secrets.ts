/**
 * The secrets of a link and what is derived from them. The token opens it. URLs of files appear in logs, so they carry
 * a fingerprint instead, which opens nothing and changes with the token or the password. A pass proves that someone
 * entered the password; it is valid for this token and this password only.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'

const passSeconds = 12 * 3600

export type LinkCredentials = { readonly token: string; readonly passwordHash: string | null }

export type LinkSecrets = {
  readonly fingerprint: (link: LinkCredentials) => string
  readonly issuePass: (link: LinkCredentials) => string
  readonly isValidPass: (link: LinkCredentials, pass: string) => boolean
}

export function createLinkSecrets(secret: string, now: () => number = Date.now): LinkSecrets {
  // The secret signs other things too; their signatures must not be valid here.
  const hmacKey = createHmac('sha256', secret).update('links to articles').digest()
  const signatureOf = (...signed: string[]) => createHmac('sha256', hmacKey).update(JSON.stringify(signed)).digest()
  const passSignature = ({ token, passwordHash }: LinkCredentials, exp: string) =>
    signatureOf('pass', token, passwordHash ?? '', exp)

  return {
    fingerprint: ({ token, passwordHash }) =>
      signatureOf('fingerprint', token, passwordHash ?? '')
        .subarray(0, 18)
        .toString('base64url'),
    issuePass(link) {
      const exp = String(Math.floor(now() / 1000) + passSeconds)
      return `${exp}.${passSignature(link, exp).toString('base64url')}`
    },
    isValidPass(link, pass) {
      const [exp = '', signature = ''] = pass.split('.')
      if (!/^\d{1,12}$/.test(exp) || Number(exp) * 1000 <= now()) return false
      const [given, wanted] = [Buffer.from(signature, 'base64url'), passSignature(link, exp)]
      return given.length === wanted.length && timingSafeEqual(given, wanted)
    },
  }
}

/** The token of the private link of the article in this column (trusted SQL); null if none was created. */
export const privateTokenOf = (articleColumn: string): RawBuilder<string | null> => sql<string | null>`(
  select l.token from article_links l where l.article_id = ${sql.ref(articleColumn)} and l.kind = 'private'
)`
