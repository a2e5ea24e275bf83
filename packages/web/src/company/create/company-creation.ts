/**
 * A company created in this tab, until its host responds. It is stored outside the dialog, so that the wait continues
 * when the dialog is closed.
 */
import { api } from '../../platform/api/api.ts'
import { showAction } from '../../ui/toast/toast.ts'
import { waitForDomain } from './domain-check.ts'
import { switchCompany } from '../switch/switch-company.ts'
import * as texts from '../texts.ts'

export type CompanyCreation = {
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

let creation: CompanyCreation | null = null
let isDialogOpen = false
const listeners = new Set<() => void>()

function setCreation(next: CompanyCreation | null): void {
  creation = next
  for (const listener of listeners) listener()
}

export const creationStore = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  read: (): CompanyCreation | null => creation,
}

/** Whether the dialog is open. If so, the switch is automatic, otherwise it is offered. */
export function setCreationDialogOpen(isLookedAt: boolean): void {
  isDialogOpen = isLookedAt
  if (!isLookedAt && creation?.state === 'late') setCreation(null)
}

export async function trackCreation(company: CompanyCreation['company']): Promise<void> {
  setCreation({ company, attempt: 0, state: 'checking' })
  const isReady = await waitForDomain({
    isReady: async (signal) => (await api.company.domain({ params: { name: company.slug } }, { signal })).isReady,
    onAttempt: (attempt) => setCreation({ company, attempt, state: 'checking' }),
  })
  if (!isReady && isDialogOpen) return setCreation({ company, attempt: 0, state: 'late' })
  if (isDialogOpen) return openCreatedCompany()
  showAction(texts.companyTitleIsReady(company.title), texts.switchLabel, () => void openCreatedCompany())
}

/** Switches to the new company. A failed switch can be repeated. */
export async function openCreatedCompany(): Promise<void> {
  if (creation === null) return
  const { company } = creation
  setCreation({ company, attempt: 0, state: 'switching' })
  try {
    await switchCompany(company.id, { isFounded: true })
  } catch (error) {
    setCreation({ company, attempt: 0, state: 'late' })
    throw error
  }
}
