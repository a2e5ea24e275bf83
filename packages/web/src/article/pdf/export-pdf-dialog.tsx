import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button, Modal, Progress } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import type { PDF_STREAM, PdfStreamData, PdfStreamResult } from '@knowreel/shared/pdf/pdf.stream.ts'
import { api } from '../../platform/api/api.ts'
import { leaveOnError } from '../../platform/api/handle-error.ts'
import { cancelled, GenerationError, startGeneration } from '../../platform/api/generation.ts'
import type { DialogProps } from '../../ui/dialog-props.ts'
import { DialogFooter } from '../../ui/dialog-footer.tsx'
import { showError, showWarning } from '../../ui/toast.ts'
import type { ExportedArticle } from './exported-article.ts'
import styles from './export-pdf-dialog.module.css'

const stream: typeof PDF_STREAM = 'generate-pdf'

type Props = ExportedArticle & DialogProps

/** Waits for the PDF of one tab and opens it. Closing it ends the work. */
export function ExportPdfDialog({ article, tabId, opened, onClose }: Props) {
  const [status, setStatus] = useState<{ progress: number; step?: string }>({ progress: 0 })
  const [url, setUrl] = useState<string | null>(null)
  const cancel = useRef<() => void>(() => {})

  const onResult = useEffectEvent((result: PdfStreamResult) => {
    if (result.missingLetters !== '')
      showWarning(`The server has no font for some letters, which are boxes in the PDF: ${result.missingLetters}`)
    if (openWindow(result.url)) onClose()
    else setUrl(result.url)
  })
  const onFailure = useEffectEvent((error: unknown) => {
    if (error === cancelled) return
    sayWhy(error)
    onClose()
  })

  useEffect(() => {
    const data: PdfStreamData = { articleId: article.id, textTabId: tabId }
    const generation = startGeneration<PdfStreamResult>(stream, data, { getTicket, onUpdate: setStatus })
    cancel.current = generation.cancel
    generation.result.then(onResult, onFailure)
    return generation.cancel
  }, [article.id, tabId])

  const end = () => {
    cancel.current()
    onClose()
  }

  return (
    <Modal opened={opened} onClose={end} title="Export to PDF" closeButtonProps={{ 'aria-label': 'Close' }}>
      <p className={styles.name}>{article.title || 'Untitled'}</p>
      {url === null ? (
        <div className={styles.work}>
          <Progress value={Math.max(3, status.progress)} size={4} color="var(--accent)" aria-label="Making the PDF" />
          <span className={styles.line} role="status">
            <span>{status.step ?? 'Beginning'}</span>
            <span className={styles.percent}>{status.progress} %</span>
          </span>
        </div>
      ) : (
        <p className={styles.ready} role="status">
          The PDF is ready. Your browser did not let us open it by itself.
        </p>
      )}
      <DialogFooter>
        <Button onClick={end}>{url === null ? 'Cancel' : 'Close'}</Button>
        {url !== null && (
          <Button
            component="a"
            variant="filled"
            href={url}
            target="_blank"
            rel="noopener"
            data-autofocus
            leftSection={<IconExternalLink />}
            onClick={onClose}
          >
            Open PDF
          </Button>
        )}
      </DialogFooter>
    </Modal>
  )
}

const getTicket = async (): Promise<string> => (await api.session.ticket()).token

/** False where the browser keeps windows shut that nobody clicked for. */
function openWindow(url: string): boolean {
  const opened = window.open(url, '_blank')
  if (opened === null) return false
  opened.opener = null
  return true
}

function sayWhy(error: unknown): void {
  if (leaveOnError(error)) return
  if (error instanceof GenerationError && error.isWarning) showWarning(error.message)
  else showError(error instanceof GenerationError && error.message !== '' ? error.message : 'Failed to export PDF')
}
