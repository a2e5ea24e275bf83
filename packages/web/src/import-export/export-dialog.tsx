import { useState, type FormEvent } from 'react'
import { Button, Checkbox, Modal, Radio, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ExportFormat, RecordingChoice } from '@knowreel/shared/import-export/import-export.rules.ts'
import { api } from '../platform/api/api.ts'
import { handleError } from '../platform/api/handle-error.ts'
import { DialogFooter } from '../ui/dialog/dialog-footer.tsx'
import type { DialogProps } from '../ui/dialog/dialogs.ts'
import type { ExportSubject } from './export-subject.ts'
import { importExportJobsQuery } from './import-export.queries.ts'
import { RunningJob } from './running-job.tsx'
import * as texts from './texts.ts'
import { EarlierJobs } from './import-export-job-view.tsx'
import styles from './import-export-dialogs.module.css'

const recordingOptions: { value: RecordingChoice; label: string }[] = [
  { value: 'none', label: texts.withoutRecordings },
  { value: 'rendition', label: texts.oneVideoPerArticle },
  { value: 'originals', label: texts.theOriginalRecordings },
]

/**
 * Chooses the options, then shows the progress; a started export continues when the dialog is closed and is listed here
 * later.
 */
export function ExportDialog({ subject, opened, onClose }: DialogProps & { subject: ExportSubject }) {
  const [jobId, setJobId] = useState<string | null>(null)
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={texts.exportTitle(subject.title || texts.untitled)}
      size={560}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      {jobId === null ? (
        <ExportForm subject={subject} onStarted={setJobId} onClose={onClose} />
      ) : (
        <RunningJob id={jobId} onClose={onClose} onBack={() => setJobId(null)} backLabel={texts.exportAgain} />
      )}
    </Modal>
  )
}

type ExportFormProps = { subject: ExportSubject; onStarted: (jobId: string) => void; onClose: () => void }

function ExportForm({ subject, onStarted, onClose }: ExportFormProps) {
  const [format, setFormat] = useState<ExportFormat>('markdown')
  const [recordings, setRecordings] = useState<RecordingChoice>('none')
  const [isWithSubArticles, setWithSubArticles] = useState(true)
  const [isBusy, setBusy] = useState(false)
  const earlier = useQuery(importExportJobsQuery)
  const workspaceId = subject.kind === 'workspace' ? subject.id : subject.workspaceId

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setBusy(true)
    try {
      const params = { id: subject.id }
      const { job } = await (subject.kind === 'workspace'
        ? api.importExport.exportWorkspace({ params, body: { format, recordings } })
        : api.importExport.exportArticle({ params, body: { format, recordings, isWithSubArticles } }))
      onStarted(job.id)
    } catch (error) {
      handleError(error)
      setBusy(false)
    }
  }

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <Radio.Group
        label={texts.format}
        value={format}
        onChange={(value) => setFormat(value === 'html' ? 'html' : 'markdown')}
      >
        <div className={styles.choices}>
          <Radio
            classNames={{ description: styles.about }}
            data-autofocus
            value="markdown"
            label={texts.markdown}
            description={texts.plainTextWithMetadata}
          />
          <Radio
            classNames={{ description: styles.about }}
            value="html"
            label="HTML"
            description={texts.pagesThatOpenOfflineIn}
          />
        </div>
      </Radio.Group>
      <Select
        label={texts.recordings}
        description={texts.onlyRecordingsYouCanDownload}
        data={recordingOptions}
        value={recordings}
        onChange={(value) => setRecordings(recordingOptions.find((one) => one.value === value)?.value ?? 'none')}
        allowDeselect={false}
      />
      {subject.kind === 'article' && subject.subArticleCount > 0 && (
        <Checkbox
          checked={isWithSubArticles}
          onChange={(event) => setWithSubArticles(event.currentTarget.checked)}
          label={texts.includeSubArticles(subject.subArticleCount)}
        />
      )}
      <p className="kr-second kr-muted">
        {texts.aZipOfKindWith(
          subject.kind === 'workspace' ? texts.allPublishedArticlesYouCan : texts.thePublishedContent,
        )}
      </p>
      <EarlierJobs
        label={texts.earlierExports}
        jobs={(earlier.data?.jobs ?? []).filter(
          ({ kind, workspace }) => kind === 'export' && workspace?.id === workspaceId,
        )}
        onChoose={onStarted}
      />
      <DialogFooter>
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button type="submit" variant="filled" loading={isBusy}>
          {texts.exportLabel}
        </Button>
      </DialogFooter>
    </form>
  )
}
