import type { FinderResult } from '@knowreel/shared/group/finder.calls.ts'
import { shorten } from '@knowreel/shared/identity/shorten.ts'
import { normalizeForSearch } from '../ui/normalize-for-search.ts'
import * as texts from './texts.ts'

export type { FinderResult } from '@knowreel/shared/group/finder.calls.ts'

const maxLabelLength = 35
const maxMobileLabelLength = 23

/** Names as chips and lists show them: truncated if too long. */
export const truncateLabel = (name: string, isMobile: boolean): string =>
  shorten(name, isMobile ? maxMobileLabelLength : maxLabelLength)

/**
 * One person appears once, whether found by name or by email: an invitation is identified by its email address alone.
 */
export const findingKey = ({ type, id, email }: Pick<FinderResult, 'type' | 'id' | 'email'>): string =>
  type === 'invited' ? `invited:${(email ?? id).toLowerCase()}` : `${type}:${id}`

/** Normalises text for searches of people and groups: without accents, case and white space. */
export const normalizeSearchText = (text: string): string => normalizeForSearch(text).replaceAll(/\s/g, '')

const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/

/** The typed text as someone to invite; null if it is not an email address. */
export function findingFromEmail(text: string): FinderResult | null {
  const email = text.trim()
  if (email.length > 254 || !emailPattern.test(email)) return null
  return { type: 'invited', id: email, name: email, email, profileImage: null, members: null }
}

export function memberCountText(count: number): string {
  if (count === 0) return texts.noMembers
  return texts.people(count)
}
