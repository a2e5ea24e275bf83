/** Mails of an installation without a mail server lie as files in its outbox. */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import PostalMime, { type Email } from 'postal-mime'

/** The last mail to this address. */
export async function readOutbox(dataDirectory: string, to: string): Promise<Email> {
  const directory = path.join(dataDirectory, 'outbox')
  const found: { mail: Email; name: string }[] = []
  for (const name of (await readdir(directory)).filter((file) => file.endsWith('.eml'))) {
    const mail = await PostalMime.parse(await readFile(path.join(directory, name)))
    if (mail.to?.some(({ address }) => address?.toLowerCase() === to.toLowerCase())) found.push({ mail, name })
  }
  const last = found.toSorted((one, other) => (one.mail.date ?? '').localeCompare(other.mail.date ?? '')).at(-1)
  if (last === undefined) throw new Error(`No mail to ${to}`)
  return last.mail
}
