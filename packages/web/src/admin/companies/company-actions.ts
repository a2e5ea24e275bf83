import type { AdminCompany } from '@knowreel/shared/admin/admin.calls.ts'
import { api } from '../../platform/api/api.ts'
import { handleError } from '../../platform/api/handle-error.ts'
import { confirmAction, openDialog } from '../../ui/dialog/dialogs.ts'
import { showSuccess } from '../../ui/toast/toast.ts'
import { useCreateDomain, useSetBilling, useSetCompanyStatus } from '../admin.queries.ts'
import * as texts from '../texts.ts'

const loadRemoveDialog = () => import('./remove-company-dialog.tsx').then((module) => module.RemoveCompanyDialog)

/** The query client reports refusals; this handles only success. */
const ignoreRejection = (work: () => Promise<unknown>) => void work().catch(() => undefined)

export function useCompanyActions() {
  const { mutateAsync: setStatus } = useSetCompanyStatus()
  const { mutateAsync: setBilling } = useSetBilling()
  const { mutateAsync: createDomain } = useCreateDomain()
  return {
    /** Leaves this session for one of an hour as the owner. */
    logIn: async ({ id }: AdminCompany) => {
      try {
        location.assign((await api.admin.logInAs({ params: { id } })).url)
      } catch (error) {
        handleError(error)
      }
    },
    toggleStatus: ({ id, title, isActivated }: AdminCompany) =>
      ignoreRejection(async () => {
        if (
          isActivated &&
          !(await confirmAction({
            title: texts.deactivateTitle(title),
            body: texts.deactivateCompanyText,
            confirmLabel: texts.deactivateCompany,
            isDangerous: true,
          }))
        )
          return
        await setStatus({ id, isActivated: !isActivated })
        showSuccess(isActivated ? texts.companyDeactivated(title) : texts.companyActivated(title))
      }),
    toggleBilling: ({ id, title, isBilling }: AdminCompany) =>
      ignoreRejection(async () => {
        const isConfirmed = await confirmAction({
          title: isBilling ? texts.disableBillingTitle(title) : texts.enableBillingTitle(title),
          body: isBilling ? texts.disableBillingText : texts.enableBillingText,
          confirmLabel: isBilling ? texts.disableBilling : texts.enableBilling,
          isDangerous: true,
        })
        if (!isConfirmed) return
        await setBilling({ id, isBilling: !isBilling })
        showSuccess(isBilling ? texts.billingIsOff(title) : texts.billingIsOn(title))
      }),
    createDomain: ({ id, title, slug }: AdminCompany, host: string) =>
      ignoreRejection(async () => {
        const domain = `${slug}.${host}`
        if (
          !(await confirmAction({
            title: texts.createDomainQuestion(title),
            body: texts.createDomainText(domain),
            confirmLabel: texts.createDomain,
          }))
        )
          return
        showSuccess(texts.domainCreated((await createDomain(id)).domain))
      }),
    remove: (company: AdminCompany, onRemoved?: () => void) =>
      void openDialog(loadRemoveDialog, { company, onRemoved }),
  }
}
