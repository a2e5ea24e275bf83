/**
 * A company created in this tab, until its host responds. It is stored outside the dialog, so that the wait continues
 * when the dialog is closed.
 */
import { api } from '../../platform/api/api.ts'
import { showAction } from '../../ui/toast/toast.ts'
import { waitForDomain } from './domain-check.ts'
import { switchCompany } from '../switch/switch-company.ts'
import * as texts from '../texts.ts'

export type Creation = {
  readonly company: {
    readonly id: string
    readonly title: string
    readonly slug: string
    readonly domain: string | null
  }
  readonly attempt: number
  /** `late`: no response after the last attempt. */
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

/** Whether the dialog is open. If so, the switch is automatic, otherwise it is offered. */
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
  showAction(texts.companyTitleIsReady(company.title), texts.switchLabel, () => void openFounded())
}

/** Switches to the new company. A failed switch can be repeated. */
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
