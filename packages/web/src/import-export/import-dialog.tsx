import { useEffect, useRef, useState, type FormEvent } from 'react'
import { Button, Modal, Progress, Radio } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { isImportExportFinished } from '@knowreel/shared/import-export/import-export.rules.ts'
import { api } from '../platform/api/api.ts'
import { handleError } from '../platform/api/handle-error.ts'
import { DialogFooter } from '../ui/dialog/dialog-footer.tsx'
import type { DialogProps } from '../ui/dialog/dialogs.ts'
import { showError } from '../ui/toast/toast.ts'
import { ChooseFiles } from './choose-files.tsx'
import { importExportJobKeys, importExportJobQuery, importExportJobsQuery } from './import-export.queries.ts'
import { RunningJob } from './running-job.tsx'
import * as texts from './texts.ts'
import { EarlierJobs } from './import-export-job-view.tsx'
import styles from './import-export-dialogs.module.css'

type ImportDialogProps = DialogProps & {
  workspace: { readonly id: string; readonly title: string; readonly isPersonal: boolean }
}

/**
 * Uploads the chosen files and shows the result; a started import continues when the dialog is closed and is listed
 * here later.
 */
export function ImportDialog({ workspace, opened, onClose }: ImportDialogProps) {
  const [jobId, setJobId] = useState<string | null>(null)
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={texts.importIntoWorkspaceTitle(workspace.title)}
      size={600}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      {jobId === null ? (
        <ImportForm workspace={workspace} onStarted={setJobId} onClose={onClose} />
      ) : (
        <>
          <RefreshAfterImport id={jobId} />
          <RunningJob id={jobId} onClose={onClose} onBack={() => setJobId(null)} backLabel={texts.importMore} />
        </>
      )}
    </Modal>
  )
}

/** Refreshes trees and lists to show the imported articles. */
function RefreshAfterImport({ id }: { id: string }) {
  const queryClient = useQueryClient()
  const { data } = useQuery(importExportJobQuery(id))
  const isOver = data !== undefined && isImportExportFinished(data.job.status)
  useEffect(() => {
    if (!isOver) return
    void queryClient.invalidateQueries({ queryKey: ['workspace'] })
    void queryClient.invalidateQueries({ queryKey: ['draft'] })
  }, [isOver, queryClient])
  return null
}

type ImportFormProps = Pick<ImportDialogProps, 'workspace' | 'onClose'> & { onStarted: (jobId: string) => void }

function ImportForm({ workspace, onStarted, onClose }: ImportFormProps) {
  const queryClient = useQueryClient()
  const [files, setFiles] = useState<readonly File[]>([])
  const [isPublished, setPublished] = useState(false)
  const [percent, setPercent] = useState<number | null>(null)
  const [error, setError] = useState<string | null>(null)
  const sending = useRef<AbortController | null>(null)
  const earlier = useQuery(importExportJobsQuery)
  useEffect(() => () => sending.current?.abort(), [])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (files.length === 0) return setError(texts.chooseAFileFirst)
    const controller = new AbortController()
    sending.current = controller
    setPercent(0)
    let begun: string | null = null
    try {
      const { job, uploads } = await api.importExport.importInto({
        params: { id: workspace.id },
        body: { files: files.map(({ name, size }) => ({ name, size })), isPublished },
      })
      begun = job.id
      await uploadFiles({ files, urls: uploads, onProgress: setPercent, signal: controller.signal })
      onStarted(job.id)
    } catch (failure) {
      if (begun !== null) void api.importExport.removeJob({ params: { id: begun } }).catch(() => undefined)
      if (!(failure instanceof UploadFailed)) handleError(failure)
      else if (!controller.signal.aborted) showError(failure.message)
      setPercent(null)
      void queryClient.invalidateQueries({ queryKey: importExportJobKeys.all })
    }
  }

  const isSending = percent !== null
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <ChooseFiles
        files={files}
        onChange={(chosen) => {
          setFiles(chosen)
          setError(null)
        }}
        error={error}
        isDisabled={isSending}
      />
      <Radio.Group
        label={texts.newArticles}
        value={isPublished ? 'published' : 'drafts'}
        onChange={(value) => setPublished(value === 'published')}
      >
        <div className={styles.choices}>
          <Radio
            classNames={{ description: styles.about }}
            value="drafts"
            label={texts.keepAsDrafts}
            description={texts.onlyEditorsSeeThemUntil}
          />
          <Radio
            classNames={{ description: styles.about }}
            value="published"
            label={texts.publishNow}
            description={workspace.isPersonal ? texts.addedAtTheEnd : texts.addedAtEndNoNotifications}
          />
        </div>
      </Radio.Group>
      {isSending ? (
        <div className={styles.state} role="status">
          <p className={styles.line}>
            <span className="kr-grow">{texts.uploadingFilesKeepThisWindow}</span>
            <span className={styles.percent}>{percent} %</span>
          </p>
          <Progress value={percent} size={4} aria-label={texts.uploadingFiles} color="var(--accent)" />
        </div>
      ) : (
        <EarlierJobs
          label={texts.earlierImports}
          jobs={(earlier.data?.jobs ?? []).filter(
            ({ kind, workspace: into }) => kind === 'import' && into?.id === workspace.id,
          )}
          onChoose={onStarted}
        />
      )}
      <DialogFooter>
        <Button onClick={isSending ? () => sending.current?.abort() : onClose}>{texts.cancel}</Button>
        <Button type="submit" variant="filled" loading={isSending}>
          {texts.importLabel}
        </Button>
      </DialogFooter>
    </form>
  )
}

type UploadFilesOptions = {
  readonly files: readonly File[]
  /** One URL per file, in the same order. */
  readonly urls: readonly string[]
  /** Percent of all bytes. */
  readonly onProgress: (percent: number) => void
  readonly signal: AbortSignal
}

class UploadFailed extends Error {}

/** Uploads the files one after the other. */
async function uploadFiles({ files, urls, onProgress, signal }: UploadFilesOptions): Promise<void> {
  const total = files.reduce((sum, { size }) => sum + size, 0)
  let sent = 0
  for (const [index, file] of files.entries()) {
    const address = urls[index]
    if (address === undefined) continue
    await sendFile(file, address, signal, (bytes) => onProgress(Math.floor(((sent + bytes) / total) * 100)))
    sent += file.size
  }
}

/** `fetch` reports no upload progress. */
const sendFile = (file: File, address: string, signal: AbortSignal, onBytes: (bytes: number) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const stop = () => request.abort()
    signal.addEventListener('abort', stop)
    request.upload.addEventListener('progress', ({ loaded }) => onBytes(loaded))
    request.addEventListener('loadend', () => {
      signal.removeEventListener('abort', stop)
      if (request.status === 200) resolve()
      else reject(new UploadFailed(signal.aborted ? 'Cancelled' : 'The files could not be uploaded. Please try again.'))
    })
    request.open('PUT', address)
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.send(file)
  })
