/**
 * Running generations, by stream and key. They belong to no socket: a follower receives everything from the time it
 * joins. An outcome that nobody has received waits for a while to be fetched; one that was delivered is kept for the pages
 * that took part, because their connections may have been lost. All of this is local to the process; work that must
 * survive it is a job that `generate` follows.
 */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { outcomeRetentionMs } from '@knowreel/shared/socket/session-socket.ts'
import type { StreamStatus } from '@knowreel/shared/stream/stream.protocol.ts'
import type { Progress } from './stream.ts'

export type Update = { readonly status: StreamStatus; readonly data?: unknown }

export type Follower = {
  /** Identifies its page when it reconnects. */
  readonly id: string | undefined
  readonly update: (update: Update) => void
  readonly end: (outcome: Outcome) => void
}

export type Outcome = { readonly result: unknown } | { readonly error: unknown } | 'cancelled'

export type Generations = {
  /** Throws `already_running` if one is running. */
  start(key: string, follower: Follower, work: (progress: Omit<Progress, 'isResumed'>) => Promise<unknown>): void
  /** Resumes following one; false if there is none, or if its outcome was delivered and this page took no part. */
  follow(key: string, follower: Follower): boolean
  leave(key: string, follower: Follower): void
  /** With an id, only one that this page takes part in. */
  cancel(key: string, id?: string): void
  statusOf(key: string): GenerationStatus
  stop(): void
}

/** Why a signal is aborted when nobody cancelled: work that survives the process goes on after the restart. */
export const serverStops = 'the server stops'

/** `success`: it runs, or its result waits. `none` also once the outcome was delivered. */
export type GenerationStatus = { readonly status: 'success' | 'none' | 'error'; readonly progress: number }

type Generation = {
  readonly followers: Set<Follower>
  /** The pages that started or followed it, connected or not. */
  readonly ids: Set<string>
  readonly abort: AbortController
  last: Update | null
  outcome: Outcome | null
  isDelivered: boolean
  forget?: NodeJS.Timeout
}

export function createGenerations(): Generations {
  const all = new Map<string, Generation>()

  const drop = (key: string, generation: Generation) => {
    clearTimeout(generation.forget)
    if (all.get(key) === generation) all.delete(key)
  }

  const end = (key: string, generation: Generation, outcome: Outcome) => {
    if (generation.outcome !== null) return
    generation.outcome = outcome
    generation.last = null
    const followers = [...generation.followers]
    generation.isDelivered = followers.length > 0 || outcome === 'cancelled'
    generation.forget = setTimeout(() => drop(key, generation), outcomeRetentionMs).unref()
    for (const follower of followers) follower.end(outcome)
  }

  const join = ({ followers, ids }: Generation, follower: Follower) => {
    followers.add(follower)
    if (follower.id !== undefined) ids.add(follower.id)
  }

  return {
    start(key, follower, work) {
      const known = all.get(key)
      if (known !== undefined && known.outcome === null) throw new AppError('already_running')
      if (known !== undefined) drop(key, known)
      const abort = new AbortController()
      const generation: Generation = {
        followers: new Set(),
        ids: new Set(),
        abort,
        last: null,
        outcome: null,
        isDelivered: false,
      }
      join(generation, follower)
      all.set(key, generation)
      const update: Progress['update'] = (status, data, soFar = data) => {
        if (generation.outcome !== null) return
        generation.last = toUpdate(status, soFar)
        for (const one of generation.followers) one.update(toUpdate(status, data))
      }
      Promise.resolve()
        .then(() => work({ update, signal: abort.signal }))
        .then(
          (result) => end(key, generation, { result }),
          (error: unknown) => end(key, generation, abort.signal.aborted ? 'cancelled' : { error }),
        )
    },
    follow(key, follower) {
      const generation = all.get(key)
      if (generation === undefined) return false
      const { outcome, last, isDelivered, ids } = generation
      if (isDelivered && (follower.id === undefined || !ids.has(follower.id))) return false
      join(generation, follower)
      if (outcome !== null) {
        generation.isDelivered = true
        follower.end(outcome)
      } else if (last !== null) follower.update(last)
      return true
    },
    leave(key, follower) {
      all.get(key)?.followers.delete(follower)
    },
    cancel(key, id) {
      const generation = all.get(key)
      if (generation === undefined) return
      // Of work that another process began, the pages are not known.
      const { ids } = generation
      if (id !== undefined && ids.size > 0 && !ids.has(id)) return
      generation.abort.abort()
      end(key, generation, 'cancelled')
    },
    statusOf(key) {
      const generation = all.get(key)
      if (generation === undefined || generation.isDelivered) return { status: 'none', progress: 0 }
      const { outcome, last } = generation
      if (outcome !== null && outcome !== 'cancelled' && 'error' in outcome) return { status: 'error', progress: 0 }
      return { status: 'success', progress: outcome === null ? (last?.status.progress ?? 0) : 100 }
    },
    stop() {
      for (const { abort, forget } of all.values()) {
        clearTimeout(forget)
        abort.abort(serverStops)
      }
      all.clear()
    },
  }
}

const toUpdate = (status: Update['status'], data: unknown): Update =>
  data === undefined ? { status } : { status, data }
