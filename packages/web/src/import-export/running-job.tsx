import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { isImportExportFinished } from '@knowreel/shared/import-export/import-export.rules.ts'
import { api } from '../platform/api/api.ts'
import { handleError } from '../platform/api/handle-error.ts'
import { DialogFooter } from '../ui/dialog/dialog-footer.tsx'
import { LoadError } from '../ui/page/load-error.tsx'
import { importExportJobKeys, importExportJobQuery } from './import-export.queries.ts'
import * as texts from './texts.ts'
import { ImportExportJobView } from './import-export-job-view.tsx'
import styles from './import-export-dialogs.module.css'

type RunningJobProps = { id: string; onClose: () => void; onBack: () => void; backLabel: string }

export function RunningJob({ id, onClose, onBack, backLabel }: RunningJobProps) {
  const queryClient = useQueryClient()
  const request = useQuery(importExportJobQuery(id))
  const job = request.data?.job
  if (request.isError) return <LoadError text={texts.itCouldNotBeLoaded} onRetry={() => void request.refetch()} />
  if (job === undefined) return <div className={styles.waiting} aria-busy="true" />

  const cancel = async () => {
    try {
      await api.importExport.removeJob({ params: { id } })
      await queryClient.invalidateQueries({ queryKey: importExportJobKeys.all })
    } catch (error) {
      handleError(error)
    }
  }
  return (
    <div className={styles.form}>
      <ImportExportJobView job={job} onNavigate={onClose} />
      <DialogFooter>
        {isImportExportFinished(job.status) ? (
          <Button variant="subtle" onClick={onBack}>
            {backLabel}
          </Button>
        ) : (
          <Button variant="subtle" color="red" onClick={() => void cancel()}>
            {job.kind === 'import' ? texts.cancelImport : texts.cancelExport}
          </Button>
        )}
        <Button onClick={onClose} variant={job.result ? 'default' : 'filled'}>
          {texts.close}
        </Button>
      </DialogFooter>
    </div>
  )
}
