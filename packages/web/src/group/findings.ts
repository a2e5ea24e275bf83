import type { Finding } from '@knowreel/shared/group/finder.calls.ts'
import { comparable } from '../ui/comparable-text.ts'
import * as texts from './texts.ts'

export type { Finding } from '@knowreel/shared/group/finder.calls.ts'

const longestLabel = 35
const longestLabelOnMobile = 23

/** Names as chips and lists show them: truncated if too long. */
export function cutLabel(name: string, isMobile: boolean): string {
  const longest = isMobile ? longestLabelOnMobile : longestLabel
  return name.length > longest ? `${name.slice(0, longest).trimEnd().toWellFormed()}…` : name
}

/**
 * One person appears once, whether found by name or by email: an invitation is identified by its email address alone.
 */
export const findingKey = ({ type, id, email }: Pick<Finding, 'type' | 'id' | 'email'>): string =>
  type === 'invited' ? `invited:${(email ?? id).toLowerCase()}` : `${type}:${id}`

/** Normalises text for searches of people and groups: without accents, case and white space. */
export const squeeze = (text: string): string => comparable(text).replaceAll(/\s/g, '')

const address = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/

/** The typed text as someone to invite; null if it is not an email address. */
export function typedAddress(text: string): Finding | null {
  const email = text.trim()
  if (email.length > 254 || !address.test(email)) return null
  return { type: 'invited', id: email, name: email, email, profileImage: null, members: null }
}

export function membersText(count: number): string {
  if (count === 0) return texts.noMembers
  return texts.people(count)
}
