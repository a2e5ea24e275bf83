import { useState, type FormEvent } from 'react'
import { Button, Checkbox, Modal, Radio, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ExportFormat, RecordingChoice } from '@knowreel/shared/exchange/exchange.rules.ts'
import { api } from '../platform/api/api.ts'
import { handleError } from '../platform/api/handle-error.ts'
import { DialogFooter } from '../ui/dialog/dialog-footer.tsx'
import type { DialogProps } from '../ui/dialog/dialogs.ts'
import type { Exported } from './exported.ts'
import { transfersQuery } from './exchange.queries.ts'
import { RunningTransfer } from './running-transfer.tsx'
import { EarlierTransfers } from './transfer-view.tsx'
import styles from './exchange-dialogs.module.css'

const recordingNames: { value: RecordingChoice; label: string }[] = [
  { value: 'none', label: 'Without recordings' },
  { value: 'film', label: 'One video per article' },
  { value: 'originals', label: 'The original recordings' },
]

/**
 * Chooses the options, then shows the progress; a started export continues when the dialog is closed and is listed here
 * later.
 */
export function ExportDialog({ exported, opened, onClose }: DialogProps & { exported: Exported }) {
  const [jobId, setJobId] = useState<string | null>(null)
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={`Export “${exported.title || 'Untitled'}”`}
      size={560}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {jobId === null ? (
        <ExportForm exported={exported} onBegun={setJobId} onClose={onClose} />
      ) : (
        <RunningTransfer id={jobId} onClose={onClose} onBack={() => setJobId(null)} backLabel="Export again" />
      )}
    </Modal>
  )
}

type ExportFormProps = { exported: Exported; onBegun: (jobId: string) => void; onClose: () => void }

function ExportForm({ exported, onBegun, onClose }: ExportFormProps) {
  const [format, setFormat] = useState<ExportFormat>('markdown')
  const [recordings, setRecordings] = useState<RecordingChoice>('none')
  const [isWithSubArticles, setWithSubArticles] = useState(true)
  const [isBusy, setBusy] = useState(false)
  const earlier = useQuery(transfersQuery)
  const workspaceId = exported.kind === 'workspace' ? exported.id : exported.workspaceId

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setBusy(true)
    try {
      const params = { id: exported.id }
      const { job } = await (exported.kind === 'workspace'
        ? api.exchange.exportWorkspace({ params, body: { format, recordings } })
        : api.exchange.exportArticle({ params, body: { format, recordings, isWithSubArticles } }))
      onBegun(job.id)
    } catch (error) {
      handleError(error)
      setBusy(false)
    }
  }

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <Radio.Group
        label="Format"
        value={format}
        onChange={(value) => setFormat(value === 'html' ? 'html' : 'markdown')}
      >
        <div className={styles.choices}>
          <Radio
            classNames={{ description: styles.about }}
            data-autofocus
            value="markdown"
            label="Markdown"
            description="Plain text with metadata"
          />
          <Radio
            classNames={{ description: styles.about }}
            value="html"
            label="HTML"
            description="Pages that open offline in any browser"
          />
        </div>
      </Radio.Group>
      <Select
        label="Recordings"
        description="Only recordings you can download"
        data={recordingNames}
        value={recordings}
        onChange={(value) => setRecordings(recordingNames.find((one) => one.value === value)?.value ?? 'none')}
        allowDeselect={false}
      />
      {exported.kind === 'article' && exported.nested > 0 && (
        <Checkbox
          checked={isWithSubArticles}
          onChange={(event) => setWithSubArticles(event.currentTarget.checked)}
          label={exported.nested === 1 ? 'With the article under it' : `Include ${exported.nested} sub-articles`}
        />
      )}
      <p className="kr-second kr-muted">
        A zip of{' '}
        {exported.kind === 'workspace' ? 'all published articles you can view, in folders' : 'the published content'},
        with images and attachments. Archived articles are excluded.
      </p>
      <EarlierTransfers
        label="Earlier exports"
        jobs={(earlier.data?.jobs ?? []).filter(
          ({ kind, workspace }) => kind === 'export' && workspace?.id === workspaceId,
        )}
        onChoose={onBegun}
      />
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="filled" loading={isBusy}>
          Export
        </Button>
      </DialogFooter>
    </form>
  )
}
