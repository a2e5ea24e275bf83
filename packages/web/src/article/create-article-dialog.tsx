import { useState } from 'react'
import { Modal } from '@mantine/core'
import type { DialogProps } from '../ui/dialogs.ts'
import { ArticleKindChoice } from './article-kind-choice.tsx'
import { CreateDocumentForm } from './create-document-form.tsx'
import type { CreateArticleOptions } from './create-article-options.ts'

/** Step one asks what kind of article it is to be, step two for its title and place. */
export function CreateArticleDialog({ opened, onClose, ...options }: CreateArticleOptions & DialogProps) {
  const isUnderParent = options.parentId !== undefined
  const [step, setStep] = useState<'kind' | 'document'>(isUnderParent ? 'document' : 'kind')
  const title = step === 'kind' ? 'Create an article' : isUnderParent ? 'Create sub-article' : 'Create document'
  return (
    <Modal opened={opened} onClose={onClose} title={title} size={520} closeButtonProps={{ 'aria-label': 'Close' }}>
      {step === 'kind' ? (
        <ArticleKindChoice onDocument={() => setStep('document')} />
      ) : (
        <CreateDocumentForm {...options} onBack={isUnderParent ? undefined : () => setStep('kind')} onClose={onClose} />
      )}
    </Modal>
  )
}
