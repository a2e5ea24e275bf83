/** Reads sent emails: without a mail server they are files in the data folder. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import PostalMime, { type Email } from 'postal-mime'

export async function mailsTo(dataDirectory: string, address: string, subject: string): Promise<Email[]> {
  const mails = await readOutbox(dataDirectory)
  return mails.filter((mail) => mail.subject === subject && isAddressedTo(mail, address))
}

/** Throws if there is none. */
export async function lastMailTo(dataDirectory: string, address: string): Promise<Email> {
  const mails = (await readOutbox(dataDirectory)).filter((mail) => isAddressedTo(mail, address))
  const last = mails.toSorted((one, other) => (one.date ?? '').localeCompare(other.date ?? '')).at(-1)
  if (last === undefined) throw new Error(`No mail to ${address}`)
  return last
}

const isAddressedTo = (mail: Email, address: string) =>
  mail.to?.some((to) => to.address?.toLowerCase() === address.toLowerCase()) ?? false

async function readOutbox(dataDirectory: string): Promise<Email[]> {
  const outbox = path.join(dataDirectory, 'outbox')
  const names = existsSync(outbox) ? readdirSync(outbox).filter((name) => name.endsWith('.eml')) : []
  return Promise.all(names.map((name) => PostalMime.parse(readFileSync(path.join(outbox, name)))))
}
