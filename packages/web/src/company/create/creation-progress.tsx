import { Button, Loader } from '@mantine/core'
import { DialogFooter } from '../../ui/dialog/dialog-footer.tsx'
import { openFounded, type Creation } from './company-creation.ts'
import { domainCheck } from './domain-check.ts'
import styles from '../company.module.css'

/** Shown between the creation of a company and its first page. */
export function CreationProgress({ creation, onClose }: { creation: Creation; onClose: () => void }) {
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
              ? 'The company has been created. New addresses can take up to an hour to work everywhere.'
              : company.domain && attempt > 1
                ? `Waiting for ${company.domain}, ${attempt} of ${domainCheck.attempts}. You can close this and keep working.`
                : 'This takes a moment.'}
          </p>
        </div>
      </div>
      <DialogFooter>
        <Button onClick={onClose}>Close</Button>
        {isLate && (
          <Button variant="filled" onClick={() => void openFounded()}>
            Open it now
          </Button>
        )}
      </DialogFooter>
    </>
  )
}

function titleOf({ company, state }: Creation): string {
  if (state === 'late') return `${company.title} does not answer yet`
  return state === 'switching' ? `Opening ${company.title}` : `Preparing ${company.title}`
}
