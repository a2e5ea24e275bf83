import type { Config } from '../platform/config/config.ts'

type Settings = Pick<Config, 'secret' | 'smtpUrl'> & Partial<Pick<Config, 'databaseUrl' | 's3' | 'ai'>>

/** Replaces every secret of the configuration, as it is and as it appears in a URL. */
export function createRedactor({ secret, smtpUrl, databaseUrl, s3, ai }: Settings): (text: string) => string {
  const passwords = [smtpUrl, databaseUrl].flatMap((url) => (url ? passwordForms(new URL(url).password) : []))
  const secrets = [secret, ...passwords, s3?.credentials?.secretAccessKey, ai?.text?.apiKey]
    .flatMap((value) => (value ? [value, encodeURIComponent(value)] : []))
    .toSorted((left, right) => right.length - left.length)
  return (text) => secrets.reduce((shown, value) => shown.replaceAll(value, '•••'), text)
}

/** As the address has it, and decoded; a percent sign that encodes nothing stays. */
function passwordForms(password: string): string[] {
  try {
    return [password, decodeURIComponent(password)]
  } catch {
    return [password]
  }
}
