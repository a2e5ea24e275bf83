/**
 * A company that was founded in this tab, until it answers. Lives outside of its dialog, so that this can be closed and
 * the wait goes on.
 */
import { api } from '../platform/api/api.ts'
import { showAction } from '../ui/toast.ts'
import { waitForDomain } from './domain-check.ts'
import { switchCompany } from './switch-company.ts'

export type Creation = {
  readonly company: {
    readonly id: string
    readonly title: string
    readonly slug: string
    readonly domain: string | null
  }
  readonly attempt: number
  /** `late`: it has not answered after the last attempt. */
  readonly state: 'checking' | 'switching' | 'late'
}

let creation: Creation | null = null
let isWatched = false
const listeners = new Set<() => void>()

function change(next: Creation | null): void {
  creation = next
  for (const listener of listeners) listener()
}

export const creationStore = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  read: (): Creation | null => creation,
}

/** Whether somebody looks on. Then the switch follows by itself, else it is offered. */
export function watchCreation(isLookedAt: boolean): void {
  isWatched = isLookedAt
  if (!isLookedAt && creation?.state === 'late') change(null)
}

export async function followCreation(company: Creation['company']): Promise<void> {
  change({ company, attempt: 0, state: 'checking' })
  const isReady = await waitForDomain({
    isReady: async (signal) => (await api.company.domain({ params: { name: company.slug } }, { signal })).isReady,
    onAttempt: (attempt) => change({ company, attempt, state: 'checking' }),
  })
  if (!isReady && isWatched) return change({ company, attempt: 0, state: 'late' })
  if (isWatched) return openFounded()
  showAction(`${company.title} is ready`, 'Switch', () => void openFounded())
}

/** Goes to the founded company. When that fails it can be tried again. */
export async function openFounded(): Promise<void> {
  if (creation === null) return
  const { company } = creation
  change({ company, attempt: 0, state: 'switching' })
  try {
    await switchCompany(company.id, { isFounded: true })
  } catch (error) {
    change({ company, attempt: 0, state: 'late' })
    throw error
  }
}
