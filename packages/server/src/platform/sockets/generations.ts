/**
 * Running generations, by stream and key. They belong to no socket: a follower receives everything from the time it
 * joins, and a result waits for a while to be fetched. All of this is local to the process; work that must survive it
 * is a job that `generate` follows.
 */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { StreamStatus } from '@knowreel/shared/stream/stream.protocol.ts'
import type { Progress } from './stream.ts'

export type Update = { readonly status: StreamStatus; readonly data?: unknown }

export type Follower = {
  readonly update: (update: Update) => void
  readonly end: (outcome: Outcome) => void
}

export type Outcome = { readonly result: unknown } | { readonly error: unknown } | 'cancelled'

export type Generations = {
  /** Throws `already_running` if one is running. */
  start(key: string, follower: Follower, work: (progress: Omit<Progress, 'isResumed'>) => Promise<unknown>): void
  /** Resumes following one; false if there is none. */
  follow(key: string, follower: Follower): boolean
  leave(key: string, follower: Follower): void
  cancel(key: string): void
  statusOf(key: string): GenerationStatus
  stop(): void
}

/** Why a signal is aborted when nobody cancelled: work that survives the process goes on after the restart. */
export const serverStops = 'the server stops'

/** `success`: it runs, or its result waits. */
export type GenerationStatus = { readonly status: 'success' | 'none' | 'error'; readonly progress: number }

/** How long a result without a follower is kept, in ms. */
const retentionMs = 5 * 60_000

type Generation = {
  readonly followers: Set<Follower>
  readonly abort: AbortController
  last: Update | null
  outcome: Outcome | null
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
    const followers = [...generation.followers]
    if (followers.length > 0 || outcome === 'cancelled') drop(key, generation)
    else generation.forget = setTimeout(() => drop(key, generation), retentionMs).unref()
    for (const follower of followers) follower.end(outcome)
  }

  return {
    start(key, follower, work) {
      const known = all.get(key)
      if (known !== undefined && known.outcome === null) throw new AppError('already_running')
      if (known !== undefined) drop(key, known)
      const abort = new AbortController()
      const generation: Generation = { followers: new Set([follower]), abort, last: null, outcome: null }
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
      if (generation.outcome === null) {
        generation.followers.add(follower)
        if (generation.last !== null) follower.update(generation.last)
      } else {
        drop(key, generation)
        follower.end(generation.outcome)
      }
      return true
    },
    leave(key, follower) {
      all.get(key)?.followers.delete(follower)
    },
    cancel(key) {
      const generation = all.get(key)
      if (generation === undefined) return
      generation.abort.abort()
      end(key, generation, 'cancelled')
      drop(key, generation)
    },
    statusOf(key) {
      const generation = all.get(key)
      if (generation === undefined) return { status: 'none', progress: 0 }
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
