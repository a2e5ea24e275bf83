/**
 * A company created in this tab, until its host responds. The wait continues when its dialog is closed; a message then
 * reports the result. The next dialog is for another company.
 */
import { api } from '../../platform/api/api.ts'
import { handleError } from '../../platform/api/handle-error.ts'
import { showAction } from '../../ui/toast/toast.ts'
import { waitForDomain } from './domain-check.ts'
import { switchCompany } from '../switch/use-switch-company.ts'
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

/** The dialog in which the company was created. */
type CreationDialog = {
  readonly isOpen: () => boolean
  readonly show: (creation: CompanyCreation) => void
}

type Company = CompanyCreation['company']

/** Opens the company when its host responds, if the dialog is still open; otherwise offers to. */
export async function trackCreation(company: Company, dialog: CreationDialog): Promise<void> {
  const isReady = await waitForDomain({
    isReady: async (signal) => (await api.company.domain({ params: { name: company.slug } }, { signal })).isReady,
    onAttempt: (attempt) => dialog.show({ company, attempt, state: 'checking' }),
  })
  if (dialog.isOpen()) {
    if (isReady) return openCreatedCompany(company, dialog.show)
    return dialog.show({ company, attempt: 0, state: 'late' })
  }
  const open = () => void openCreatedCompany(company, () => undefined)
  if (isReady) showAction(texts.companyTitleIsReady(company.title), texts.switchLabel, open)
  else showAction(texts.companyTitleDoesNotAnswerYet(company.title), texts.openItNow, open, 'warning')
}

/** Switches to the new company. A failed switch can be repeated in the dialog. */
export async function openCreatedCompany(company: Company, show: CreationDialog['show']): Promise<void> {
  show({ company, attempt: 0, state: 'switching' })
  try {
    if (!(await switchCompany(company.id, { isFounded: true }))) show({ company, attempt: 0, state: 'late' })
  } catch (error) {
    show({ company, attempt: 0, state: 'late' })
    handleError(error)
  }
}
