import { mailsTo } from '../../packages/server/test/outbox.ts'
import { expect } from './server.ts'

type MailServer = { dataDirectory: string }

/** Path and query of the link in the only email with this subject. */
export async function findEmailLink(server: MailServer, address: string, subject: string): Promise<string> {
  await expect
    .poll(async () => (await mailsTo(server.dataDirectory, address, subject)).length, { timeout: 15_000 })
    .toBe(1)
  const [mail] = await mailsTo(server.dataDirectory, address, subject)
  const link = /https?:\/\/[^\s]+/.exec(mail?.text ?? '')?.[0]
  if (link === undefined) throw new Error(`The mail "${subject}" has no link`)
  const { pathname, search } = new URL(link)
  return pathname + search
}
