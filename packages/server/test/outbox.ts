/** What was mailed: without a mail server it lies as files in the data folder. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import PostalMime, { type Email } from 'postal-mime'

export async function mailsTo(dataDirectory: string, address: string, subject: string): Promise<Email[]> {
  const outbox = path.join(dataDirectory, 'outbox')
  const names = existsSync(outbox) ? readdirSync(outbox).filter((name) => name.endsWith('.eml')) : []
  const mails = await Promise.all(names.map((name) => PostalMime.parse(readFileSync(path.join(outbox, name)))))
  return mails.filter((mail) => mail.subject === subject && mail.to?.some((to) => to.address === address))
}
