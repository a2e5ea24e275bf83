import { useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { recordWithExtension, startRecording, StartRecording, useExtension } from '../../recording/index.ts'
import { useMe } from '../../user/index.ts'
import { formatFullTime } from '../../ui/time-format.ts'
import * as texts from '../texts.ts'
import { CreateDocumentForm, type ArticleFields } from './create-document-form.tsx'
import type { CreateArticleOptions } from './create-article-options.ts'

type CreateRecordingFormProps = CreateArticleOptions & { onBack: () => void; onClose: () => void }

/** Title, workspace and tags, then what is recorded. The draft is created when the recording begins. */
export function CreateRecordingForm({ onBack, onClose, ...options }: CreateRecordingFormProps) {
  const me = useMe()
  const navigate = useNavigate()
  const { isConnected } = useExtension()
  const [draft, setDraft] = useState<ArticleFields | null>(null)
  const [suggestedTitle] = useState(() => texts.recordingOf(formatFullTime(new Date())))
  return (
    <>
      <div hidden={draft !== null}>
        <CreateDocumentForm
          {...options}
          suggestedTitle={suggestedTitle}
          onBack={onBack}
          onClose={onClose}
          onContinue={(fields) => {
            if (!isConnected) return setDraft(fields)
            onClose()
            void recordWithExtension(fields, {
              companyId: me?.user.company?.id,
              onDraft: (id) => void navigate({ to: '/draft/$id/{-$mode}', params: { id } }),
            })
          }}
        />
      </div>
      {draft && (
        <StartRecording
          onBack={() => setDraft(null)}
          onClose={onClose}
          onStart={(capture) => {
            onClose()
            void startRecording({
              owner: `${me?.user.id}:${me?.user.company?.id}`,
              capture,
              target: {
                kind: 'new',
                draft,
                onDraft: (id) => void navigate({ to: '/draft/$id/{-$mode}', params: { id } }),
              },
            })
          }}
        />
      )}
    </>
  )
}
