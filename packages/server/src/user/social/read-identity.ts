import { toSingleLine } from '@knowreel/shared/catalogue/wire.ts'
import {
  fetchUserInfo,
  type Configuration,
  type TokenEndpointResponse,
  type TokenEndpointResponseHelpers,
} from 'openid-client'
import type { Identity } from './sign-in-by-identity.ts'

type Claims = Readonly<Record<string, unknown>>

const maxNameLength = 80
const maxEmailLength = 254

/** Some providers include the email address in the ID token, others only in the userinfo response. */
export async function readIdentity(
  config: Configuration,
  tokens: TokenEndpointResponse & TokenEndpointResponseHelpers,
): Promise<Identity> {
  const idToken = tokens.claims()
  if (idToken === undefined) throw new Error('The provider gave no ID token')
  const { iss, sub } = idToken
  const claims: Claims =
    idToken['email'] === undefined && config.serverMetadata().userinfo_endpoint !== undefined
      ? { ...idToken, ...(await fetchUserInfo(config, tokens.access_token, sub)) }
      : idToken
  return { issuer: iss, subject: sub, verifiedEmail: verifiedEmail(claims), ...readNames(claims) }
}

function verifiedEmail({ email, email_verified: isVerified }: Claims): string | null {
  const isAddress = typeof email === 'string' && email.length <= maxEmailLength && /^[^\s@]+@[^\s@]+$/.test(email)
  // Some providers send it as a string.
  return isAddress && (isVerified === true || isVerified === 'true') ? email : null
}

function readNames(claims: Claims): { firstName: string; lastName: string } {
  const given = cleanName(claims['given_name'])
  const family = cleanName(claims['family_name'])
  if (given || family) return { firstName: given || family, lastName: given ? family : '' }
  const [first = '', ...rest] = cleanName(claims['name']).split(' ')
  const mailbox = typeof claims['email'] === 'string' ? (claims['email'].split('@')[0] ?? '') : ''
  return { firstName: first || cleanName(mailbox), lastName: rest.join(' ') }
}

const cleanName = (value: unknown): string =>
  typeof value === 'string' ? toSingleLine(value).trim().toWellFormed().slice(0, maxNameLength) : ''
