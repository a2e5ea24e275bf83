import { Button, Loader } from '@mantine/core'
import { DialogFooter } from '../../ui/dialog/dialog-footer.tsx'
import * as texts from '../texts.ts'
import { openCreatedCompany, type CompanyCreation } from './company-creation.ts'
import { domainCheck } from './domain-check.ts'
import styles from '../company.module.css'

type CreationProgressProps = {
  creation: CompanyCreation
  onClose: () => void
  onChange: (creation: CompanyCreation) => void
}

/** Shown between the creation of a company and its first page. */
export function CreationProgress({ creation, onClose, onChange }: CreationProgressProps) {
  const { company, attempt, state } = creation
  const isLate = state === 'late'
  return (
    <>
      <div className={styles.progress} role="status">
        {!isLate && <Loader size={20} aria-hidden />}
        <div>
          <p className="kr-medium">{titleOf(creation)}</p>
          <p className="kr-second kr-muted">
            {isLate
              ? texts.theCompanyHasBeenCreated
              : company.domain && attempt > 1
                ? texts.waitingForDomainAttemptOf(company.domain, attempt, domainCheck.attempts)
                : texts.thisTakesAMoment}
          </p>
        </div>
      </div>
      <DialogFooter>
        <Button onClick={onClose}>{texts.close}</Button>
        {isLate && (
          <Button variant="filled" onClick={() => void openCreatedCompany(company, onChange)}>
            {texts.openItNow}
          </Button>
        )}
      </DialogFooter>
    </>
  )
}

function titleOf({ company, state }: CompanyCreation): string {
  if (state === 'late') return texts.companyTitleDoesNotAnswerYet(company.title)
  return state === 'switching' ? texts.openingCompanyTitle(company.title) : texts.preparingCompanyTitle(company.title)
}
