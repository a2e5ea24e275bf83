import { useEffect, useRef, useState } from 'react'
import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { handleError } from '../../platform/api/handle-error.ts'
import { DialogFooter } from '../../ui/dialog/dialog-footer.tsx'
import { beginUpload, UploadCard, useUploads, VideoPicker, withUploads, type ChosenFile } from '../../video/index.ts'
import * as texts from '../texts.ts'
import { CreateDocumentForm } from './create-document-form.tsx'
import type { CreateArticleOptions } from './create-article-options.ts'
import styles from './create-document-form.module.css'

type CreateVideoFormProps = CreateArticleOptions & {
  /** Whether closing would abandon an upload. */
  onUploading: (isUploading: boolean) => void
  onBack: () => void
  onClose: () => void
}

/**
 * The upload starts as soon as a file is chosen, while title, workspace and tags are entered. Once created, the draft
 * owns the upload, which continues without the dialog; closing the dialog before that abandons it.
 */
export function CreateVideoForm({ onUploading, onBack, onClose, ...options }: CreateVideoFormProps) {
  const { file, item, begin, drop, assign } = useDialogUpload()
  const isUploading = file !== null
  useEffect(() => {
    onUploading(isUploading)
    return () => onUploading(false)
  }, [isUploading, onUploading])
  if (file === null) {
    return (
      <div className={styles.form}>
        <VideoPicker onFile={begin} autoFocus />
        <DialogFooter
          note={
            <Button variant="subtle" leftSection={<IconArrowLeft />} onClick={onBack} className={styles.back}>
              {texts.back}
            </Button>
          }
        >
          <Button onClick={onClose}>{texts.cancel}</Button>
        </DialogFooter>
      </div>
    )
  }
  return (
    <CreateDocumentForm
      {...options}
      key={file.name}
      onBack={onBack}
      onClose={onClose}
      header={item && <UploadCard item={item} file={file} onCancel={drop} />}
      suggestedTitle={titleFromFileName(file.name)}
      onVideoDraftCreated={assign}
    />
  )
}

function useDialogUpload() {
  const [file, setFile] = useState<File | null>(null)
  const [id, setId] = useState<string | null>(null)
  /** Owned by this form until the draft is created. */
  const upload = useRef<Promise<string> | null>(null)
  const item = useUploads().find((one) => one.id === id) ?? null

  const drop = () => {
    const begun = upload.current
    upload.current = null
    setFile(null)
    setId(null)
    void begun?.then((begunId) => withUploads((uploads) => uploads.cancel(begunId))).catch(() => undefined)
  }
  const latest = useRef(drop)
  useEffect(() => () => latest.current(), [])

  return {
    file,
    item,
    drop,
    begin: (chosen: ChosenFile) => {
      const begun = beginUpload({ ...chosen, articleId: null })
      upload.current = begun
      setFile(chosen.file)
      begun.then(
        (begunId) => upload.current === begun && setId(begunId),
        (error: unknown) => {
          if (upload.current === begun) drop()
          handleError(error)
        },
      )
    },
    assign: async (articleId: string) => {
      const begun = upload.current
      upload.current = null
      const begunId = await begun
      if (begunId) await withUploads((uploads) => uploads.assign(begunId, articleId))
    },
  }
}

/** Turns the file name 'release-47_final.mp4' into the title 'release 47 final'. */
const titleFromFileName = (fileName: string): string =>
  fileName
    .replace(/\.[a-z0-9]{2,4}$/i, '')
    .replaceAll(/[_-]+/g, ' ')
    .trim()
