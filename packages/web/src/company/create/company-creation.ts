/**
 * A company created in this tab, until its host responds. The wait continues when the dialog is closed; a message then
 * reports its result, and the dialog is free for another company.
 */
import { api } from '../../platform/api/api.ts'
import { handleError } from '../../platform/api/handle-error.ts'
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

/** What the dialog shows; null without one. */
let creation: CompanyCreation | null = null
const listeners = new Set<() => void>()

function setCreation(next: CompanyCreation): void {
  if (listeners.size === 0) return
  creation = next
  for (const listener of listeners) listener()
}

/** The dialog subscribes while it is mounted. */
export const creationStore = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) creation = null
    }
  },
  read: (): CompanyCreation | null => creation,
}

/** Opens the company when its host responds, if the dialog still shows it; otherwise offers to. */
export async function trackCreation(company: CompanyCreation['company']): Promise<void> {
  setCreation({ company, attempt: 0, state: 'checking' })
  const isShown = () => creation?.company.id === company.id
  const isReady = await waitForDomain({
    isReady: async (signal) => (await api.company.domain({ params: { name: company.slug } }, { signal })).isReady,
    onAttempt: (attempt) => isShown() && setCreation({ company, attempt, state: 'checking' }),
  })
  const open = () => void openCreatedCompany(company)
  if (!isShown())
    return isReady
      ? showAction(texts.companyTitleIsReady(company.title), texts.switchLabel, open)
      : showAction(texts.companyTitleDoesNotAnswerYet(company.title), texts.openItNow, open, 'warning')
  if (isReady) return openCreatedCompany(company)
  setCreation({ company, attempt: 0, state: 'late' })
}

/** Switches to the new company. A failed switch can be repeated in the dialog. */
export async function openCreatedCompany(company: CompanyCreation['company']): Promise<void> {
  const show = (state: CompanyCreation['state']) => {
    if (creation?.company.id === company.id) setCreation({ company, attempt: 0, state })
  }
  show('switching')
  try {
    await switchCompany(company.id, { isFounded: true })
  } catch (error) {
    show('late')
    handleError(error)
  }
}
