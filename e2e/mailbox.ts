/** What the server would have mailed: without a mail server it writes files. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { expect } from './server.ts'

type Post = { dataDirectory: string }

async function mailsTo({ dataDirectory }: Post, address: string, subject: string): Promise<Email[]> {
  const outbox = path.join(dataDirectory, 'outbox')
  const names = existsSync(outbox) ? readdirSync(outbox).filter((name) => name.endsWith('.eml')) : []
  const mails = await Promise.all(names.map((name) => PostalMime.parse(readFileSync(path.join(outbox, name)))))
  return mails.filter((mail) => mail.subject === subject && mail.to?.some((to) => to.address === address))
}

/** Path and query of the link in the only mail of this subject. */
export async function linkInMail(server: Post, address: string, subject: string): Promise<string> {
  await expect.poll(async () => (await mailsTo(server, address, subject)).length, { timeout: 15_000 }).toBe(1)
  const [mail] = await mailsTo(server, address, subject)
  const link = /https?:\/\/[^\s]+/.exec(mail?.text ?? '')?.[0]
  if (link === undefined) throw new Error(`The mail "${subject}" has no link`)
  const { pathname, search } = new URL(link)
  return pathname + search
}
