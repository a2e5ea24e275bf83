import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button, Modal, Progress } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import type { PDF_STREAM, PdfStreamData, PdfStreamResult } from '@knowreel/shared/pdf/pdf.stream.ts'
import { api } from '../../platform/api/api.ts'
import { handleSessionError } from '../../platform/api/handle-error.ts'
import { cancelled, GenerationError, startGeneration } from '../../platform/sockets/generation.ts'
import type { DialogProps } from '../../ui/dialog/dialog-props.ts'
import { DialogFooter } from '../../ui/dialog/dialog-footer.tsx'
import { showError, showWarning } from '../../ui/toast/toast.ts'
import * as texts from '../texts.ts'
import type { ExportedArticle } from './exported-article.ts'
import styles from './export-pdf-dialog.module.css'

const stream: typeof PDF_STREAM = 'generate-pdf'

type ExportPdfDialogProps = ExportedArticle & DialogProps

/** Waits for the PDF of one tab and opens it. Closing the dialog cancels the export. */
export function ExportPdfDialog({ article, tabId, opened, onClose }: ExportPdfDialogProps) {
  const [status, setStatus] = useState<{ progress: number; step?: string }>({ progress: 0 })
  const [url, setUrl] = useState<string | null>(null)
  const cancel = useRef<() => void>(() => {})

  const onResult = useEffectEvent((result: PdfStreamResult) => {
    if (result.missingLetters !== '') showWarning(texts.someCharactersHaveNoFont(result.missingLetters))
    if (openWindow(result.url)) onClose()
    else setUrl(result.url)
  })
  const onFailure = useEffectEvent((error: unknown) => {
    if (error === cancelled) return
    showExportError(error)
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
    <Modal opened={opened} onClose={end} title={texts.exportToPDF} closeButtonProps={{ 'aria-label': texts.close }}>
      <p className={styles.name}>{article.title || texts.untitled}</p>
      {url === null ? (
        <div className={styles.work}>
          <Progress
            value={Math.max(3, status.progress)}
            size={4}
            color="var(--accent)"
            aria-label={texts.creatingThePDF}
          />
          <span className={styles.line} role="status">
            <span>{status.step ?? texts.beginning}</span>
            <span className={styles.percent}>{status.progress} %</span>
          </span>
        </div>
      ) : (
        <p className={styles.ready} role="status">
          {texts.thePDFIsReadyYour}
        </p>
      )}
      <DialogFooter>
        <Button onClick={end}>{url === null ? texts.cancel : texts.close}</Button>
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
            {texts.openPDF}
          </Button>
        )}
      </DialogFooter>
    </Modal>
  )
}

const getTicket = async (): Promise<string> => (await api.session.ticket()).token

/** False if the browser blocks windows that were not opened by a click. */
function openWindow(url: string): boolean {
  const opened = window.open(url, '_blank')
  if (opened === null) return false
  opened.opener = null
  return true
}

function showExportError(error: unknown): void {
  if (handleSessionError(error)) return
  if (error instanceof GenerationError && error.isWarning) showWarning(error.message)
  else showError(error instanceof GenerationError && error.message !== '' ? error.message : texts.failedToExportPDF)
}
