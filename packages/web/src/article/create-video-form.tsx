import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { newKey } from '@knowreel/shared/identity/ids.ts'
import { DialogFooter } from '../ui/dialog-footer.tsx'
import { UploadCard, useVideoUpload, VideoPicker } from '../video/index.ts'
import { CreateDocumentForm } from './create-document-form.tsx'
import type { CreateArticleOptions } from './create-article-options.ts'
import styles from './create-document-form.module.css'

type CreateVideoFormProps = CreateArticleOptions & { onBack: () => void; onClose: () => void }

/** The upload begins as soon as a file is chosen; title, workspace and tags are asked for meanwhile. */
export function CreateVideoForm({ onBack, onClose, ...options }: CreateVideoFormProps) {
  const upload = useVideoUpload()
  if (upload.file === null) {
    return (
      <div className={styles.form}>
        <VideoPicker onFile={upload.begin} />
        <DialogFooter
          note={
            <Button variant="subtle" leftSection={<IconArrowLeft />} onClick={onBack} className={styles.back}>
              Back
            </Button>
          }
        >
          <Button onClick={onClose}>Cancel</Button>
        </DialogFooter>
      </div>
    )
  }
  return (
    <CreateDocumentForm
      {...options}
      key={upload.file.name}
      onBack={onBack}
      onClose={onClose}
      above={<UploadCard upload={upload} />}
      suggestedTitle={titleOf(upload.file.name)}
      material={async () => {
        const video = await upload.whenReady()
        if (video?.duration == null) return null
        const { id: videoId, duration } = video
        return [{ id: newKey(), title: 'Paragraph #1', duration, pm: [{ totalTime: 0, videoTime: 0, videoId }] }]
      }}
    />
  )
}

/** 'release-47_final.mp4' is a file; people read 'release 47 final'. */
const titleOf = (fileName: string): string =>
  fileName
    .replace(/\.[a-z0-9]{2,4}$/i, '')
    .replaceAll(/[_-]+/g, ' ')
    .trim()
