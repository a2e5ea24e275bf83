/**
 * The address of the bot in each company, `acme-k3v9q2m7x4c8t5wz@meetings.example.com`. People invite it as they invite
 * a colleague. Its end cannot be guessed; only invitations of members count.
 */
import { randomInt } from 'node:crypto'
import type { Db } from '../../platform/database/db.ts'
import { slugFrom } from '../../platform/slug/slug.ts'
import { ensureMailToken } from './mail.queries.ts'

const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
const tokenLength = 16

export async function findBotAddress(db: Db, domain: string, companyId: string): Promise<string> {
  const newToken = Array.from({ length: tokenLength }, () => letters[randomInt(letters.length)]).join('')
  const { title, token } = await ensureMailToken(db, companyId, newToken)
  const name = slugFrom(title).slice(0, 40).replace(/-+$/, '')
  return `${name}-${token}@${domain}`
}

/** The part after the last dash; null for an address of another kind. */
export function tokenOf(address: string, domain: string): string | null {
  const [, token = null] = /^(?:[^@]*-)?([a-z\d]{16})@/i.exec(address) ?? []
  return address.toLowerCase().endsWith(`@${domain}`) ? (token?.toLowerCase() ?? null) : null
}
