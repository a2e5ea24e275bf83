import { lazy, Suspense, useState } from 'react'
import { Modal } from '@mantine/core'
import type { DialogProps } from '../ui/dialogs.ts'
import { ArticleKindChoice } from './article-kind-choice.tsx'
import { CreateDocumentForm } from './create-document-form.tsx'
import type { CreateArticleOptions } from './create-article-options.ts'

const CreateVideoForm = lazy(() =>
  import('./create-video-form.tsx').then((form) => ({ default: form.CreateVideoForm })),
)

/** Step one asks what kind of article it is to be, step two for its title and place. */
export function CreateArticleDialog({ opened, onClose, ...options }: CreateArticleOptions & DialogProps) {
  const isUnderParent = options.parentId !== undefined
  const [step, setStep] = useState<'kind' | 'document' | 'video'>(isUnderParent ? 'document' : 'kind')
  const titles = {
    kind: 'Create an article',
    document: isUnderParent ? 'Create sub-article' : 'Create document',
    video: 'Upload video',
  }
  const title = titles[step]
  return (
    <Modal opened={opened} onClose={onClose} title={title} size={520} closeButtonProps={{ 'aria-label': 'Close' }}>
      {step === 'kind' ? (
        <ArticleKindChoice onDocument={() => setStep('document')} onVideo={() => setStep('video')} />
      ) : step === 'video' ? (
        <Suspense>
          <CreateVideoForm {...options} onBack={() => setStep('kind')} onClose={onClose} />
        </Suspense>
      ) : (
        <CreateDocumentForm {...options} onBack={isUnderParent ? undefined : () => setStep('kind')} onClose={onClose} />
      )}
    </Modal>
  )
}
