/**
 * Generations for a draft as a whole. They belong to the page of the draft rather than to a dialog or panel: what is running
 * continues while those close and open, and is found again after a reload.
 */
import { useEffect } from 'react'
import { Store, useSelector } from '@tanstack/react-store'
import type { GenerationKind } from '@knowreel/shared/ai/ai.calls.ts'
import type { StreamStatus } from '@knowreel/shared/stream/stream.protocol.ts'
import { api } from '../platform/api/api.ts'
import { GenerationError, type Generation } from '../platform/sockets/generation.ts'
import { runGeneration, showGenerationError } from './run-generation.ts'

export type DraftGenerationState<Result> = {
  /** Null while nothing runs. */
  readonly status: StreamStatus | null
  /** Result of the last generation, until it is used. */
  readonly result: Result | null
}

type Definition<Data> = {
  readonly stream: string
  readonly kind: GenerationKind
  /** Identifies the generation when it is followed. */
  readonly followData: (draftId: string) => Data
  readonly failure: string
}

export type DraftGeneration<Data, Result> = {
  use(draftId: string): DraftGenerationState<Result>
  start(draftId: string, data: Data): void
  /** Follows a generation that the server reports, for example one that a colleague started. */
  follow(draftId: string): Promise<void>
  cancel(draftId: string): void
  setResult(draftId: string, result: Result | null): void
}

/** Forget everything about a draft. */
const pages = new Set<(draftId: string) => void>()

/** For the page of a draft: when it closes, what is running is left to the server. */
export function useLeaveGenerations(draftId: string): void {
  useEffect(() => () => pages.forEach((forget) => forget(draftId)), [draftId])
}

export function createDraftGeneration<Data, Result>(definition: Definition<Data>): DraftGeneration<Data, Result> {
  const { stream, kind, followData, failure } = definition
  const idle: DraftGenerationState<Result> = { status: null, result: null }
  const states = new Store<ReadonlyMap<string, DraftGenerationState<Result>>>(new Map())
  const running = new Map<string, Generation<Result>>()

  const read = (draftId: string) => states.state.get(draftId) ?? idle
  const change = (draftId: string, part: Partial<DraftGenerationState<Result>>) =>
    states.setState((all) => new Map(all).set(draftId, { ...(all.get(draftId) ?? idle), ...part }))

  const run = (draftId: string, data: Data, isResumed: boolean) => {
    if (running.has(draftId)) return
    change(draftId, { status: { progress: 0 }, result: isResumed ? read(draftId).result : null })
    const generation = runGeneration<Result>(stream, data, {
      isResumed,
      onStatus: (status) => change(draftId, { status }),
    })
    running.set(draftId, generation)
    generation.result
      .then(
        (result) => change(draftId, { result }),
        (error: unknown) => {
          // It ended between the question and the connection.
          if (isResumed && error instanceof GenerationError && error.isWarning) return
          showGenerationError(error, failure)
        },
      )
      .finally(() => {
        if (running.get(draftId) !== generation) return
        running.delete(draftId)
        change(draftId, { status: null })
      })
  }

  pages.add((draftId) => {
    running.get(draftId)?.leave()
    running.delete(draftId)
    states.setState((all) => new Map([...all].filter(([id]) => id !== draftId)))
  })

  return {
    use: (draftId) => useSelector(states, (all) => all.get(draftId) ?? idle),
    start: (draftId, data) => run(draftId, data, false),
    async follow(draftId) {
      if (running.has(draftId)) return
      const { status } = await api.ai.generationStatus({ params: { a: draftId, b: kind } })
      if (status === 'success') run(draftId, followData(draftId), true)
    },
    cancel: (draftId) => running.get(draftId)?.cancel(),
    setResult: (draftId, result) => change(draftId, { result }),
  }
}
