import { lazy, Suspense, useRef, useState } from 'react'
import { Modal } from '@mantine/core'
import { confirmAction, type DialogProps } from '../../ui/dialog/dialogs.ts'
import * as texts from '../texts.ts'
import { ArticleKindChoice } from './article-kind-choice.tsx'
import { CreateDocumentForm } from './create-document-form.tsx'
import type { CreateArticleOptions } from './create-article-options.ts'
import { WriteArticle } from './write-article.tsx'

const CreateVideoForm = lazy(() =>
  import('./create-video-form.tsx').then((form) => ({ default: form.CreateVideoForm })),
)
const CreateRecordingForm = lazy(() =>
  import('./create-recording-form.tsx').then((form) => ({ default: form.CreateRecordingForm })),
)

type CreateArticleDialogProps = CreateArticleOptions & DialogProps

export function CreateArticleDialog({ kind, ...props }: CreateArticleDialogProps) {
  if (kind !== 'untitled') return <StepsDialog {...props} kind={kind} />
  return (
    <WriteArticle {...props}>
      {(workspaceId) => <StepsDialog {...props} kind="document" workspaceId={workspaceId} />}
    </WriteArticle>
  )
}

type StepsDialogProps = Omit<CreateArticleDialogProps, 'kind'> & { kind?: 'document' | 'video' | 'recording' }

/** Step one chooses the kind of article, step two its title and location. */
function StepsDialog({ opened, onClose, kind, ...options }: StepsDialogProps) {
  const isUnderParent = options.parentId !== undefined
  const [step, setStep] = useState<'kind' | 'document' | 'video' | 'recording'>(
    isUnderParent ? 'document' : (kind ?? 'kind'),
  )
  const titles = {
    kind: texts.createAnArticle,
    document: isUnderParent ? texts.createSubArticle : texts.createDocument,
    video: texts.uploadVideo,
    recording: texts.startRecording,
  }
  const title = titles[step]
  const [isUploading, setUploading] = useState(false)
  const isAsking = useRef(false)
  // Closing by accident would lose an upload of an hour.
  const close = async () => {
    if (!isUploading) return onClose()
    if (isAsking.current) return
    isAsking.current = true
    if (await confirmCancelUpload()) onClose()
    // Escape in the confirmation also arrives here, possibly after its response.
    setTimeout(() => (isAsking.current = false))
  }
  return (
    <Modal
      opened={opened}
      onClose={() => void close()}
      title={title}
      size={step === 'recording' ? 680 : 520}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      {step === 'kind' ? (
        <ArticleKindChoice
          onRecording={() => setStep('recording')}
          onDocument={() => setStep('document')}
          onVideo={() => setStep('video')}
        />
      ) : step === 'video' ? (
        <Suspense>
          <CreateVideoForm {...options} onUploading={setUploading} onBack={() => setStep('kind')} onClose={onClose} />
        </Suspense>
      ) : step === 'recording' ? (
        <Suspense>
          <CreateRecordingForm {...options} onBack={() => setStep('kind')} onClose={onClose} />
        </Suspense>
      ) : (
        <CreateDocumentForm {...options} onBack={isUnderParent ? undefined : () => setStep('kind')} onClose={onClose} />
      )}
    </Modal>
  )
}

const confirmCancelUpload = () =>
  confirmAction({
    title: texts.cancelUpload,
    body: texts.theRecordingIsntPartOf,
    confirmLabel: texts.cancelUpload,
    isDangerous: true,
  })
