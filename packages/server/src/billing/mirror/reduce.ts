/**
 * The state of a subscription, transaction or adjustment after the provider's events, in any order and with repetitions.
 * Each event contains the whole object, so the newest one is the state: ordered by `occurred_at`, then by the object's
 * own change, then by the event's id. Pure.
 */
import type { SubscriptionStatus } from '@knowreel/shared/company/company.calls.ts'
import { isDeepStrictEqual } from 'node:util'
import { normaliseTime } from '../provider/snapshots.ts'

export type Versioned<State> = { readonly version: string; readonly state: State }

export const versionOfEvent = (event: { id: string; occurredAt: string; updatedAt: string }): string =>
  `${normaliseTime(event.occurredAt)} ${event.updatedAt} ${event.id}`

/** An API response sorts immediately before the webhook event for the same change. */
const versionOfReading = (updatedAt: string): string => `${updatedAt} ${updatedAt}`

export function reduceEvent<State>(current: Versioned<State> | null, incoming: Versioned<State>): Versioned<State> {
  return current === null || incoming.version > current.version ? incoming : current
}

/**
 * The API's response. It overrides the events unless something about the object arrived after the request was sent,
 * because an event may be lost.
 */
export function reduceReading<State>(
  current: (Versioned<State> & { readonly receivedAt: Date }) | null,
  { state, updatedAt }: { readonly state: State; readonly updatedAt: string },
  askedAt: Date,
): Versioned<State> {
  const version = versionOfReading(updatedAt)
  if (current === null || version > current.version) return { version, state }
  return current.receivedAt < askedAt && !isDeepStrictEqual(current.state, state)
    ? { version: current.version, state }
    : current
}

const ranks: Readonly<Record<SubscriptionStatus, number>> = {
  active: 4,
  trialing: 4,
  past_due: 3,
  paused: 2,
  canceled: 1,
}

type Candidate = { readonly id: string; readonly status: SubscriptionStatus; readonly createdAt: string }

/** The company's subscriptions, the one that decides about its access first: paid ones, then the newest. */
export const sortSubscriptions = <Subscription extends Candidate>(all: readonly Subscription[]): Subscription[] =>
  all.toSorted(
    (a, b) => ranks[b.status] - ranks[a.status] || b.createdAt.localeCompare(a.createdAt) || b.id.localeCompare(a.id),
  )
