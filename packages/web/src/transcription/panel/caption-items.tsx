import { useRef } from 'react'
import { Menu } from '@mantine/core'
import { IconDownload, IconUpload } from '@tabler/icons-react'
import type { TranslationLanguage } from '@knowreel/shared/ai/ai-choices.ts'
import type { CaptionFormat } from '@knowreel/shared/transcription/caption-files.ts'
import { api } from '../../platform/api/api.ts'
import { handleError } from '../../platform/api/handle-error.ts'
import { showSuccess } from '../../ui/toast/toast.ts'
import { useUploadCaptions } from '../transcript.queries.ts'
import * as texts from '../texts.ts'

type CaptionItemsProps = {
  articleId: string
  hasCaptions: boolean
  /** Null: as it was said. */
  language?: TranslationLanguage | null
  mayUpload?: boolean
}

const formats: readonly CaptionFormat[] = ['vtt', 'srt']

/** Menu items that download captions as files and upload them. */
export function CaptionItems({ articleId, hasCaptions, language = null, mayUpload = false }: CaptionItemsProps) {
  const upload = useUploadCaptions(articleId)
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <>
      {hasCaptions &&
        formats.map((format) => (
          <Menu.Item
            key={format}
            leftSection={<IconDownload />}
            onClick={() =>
              void download(articleId, { format, ...(language !== null && { language }) }).catch(handleError)
            }
          >
            {texts.downloadCaptions(format.toUpperCase())}
          </Menu.Item>
        ))}
      {mayUpload && (
        <Menu.Item leftSection={<IconUpload />} closeMenuOnClick={false} onClick={() => chooser.current?.click()}>
          {texts.uploadCaptions}
          <input
            ref={chooser}
            type="file"
            accept=".vtt,.srt,text/vtt,application/x-subrip"
            hidden
            onClick={(event) => event.stopPropagation()}
            onChange={(event) => {
              const file = event.currentTarget.files?.[0]
              event.currentTarget.value = ''
              void file
                ?.text()
                .then((text) =>
                  upload.mutate(text, { onSuccess: () => showSuccess(texts.captionsUploaded), onError: handleError }),
                )
            }}
          />
        </Menu.Item>
      )}
    </>
  )
}

type CaptionQuery = { readonly format: CaptionFormat; readonly language?: TranslationLanguage }

async function download(articleId: string, query: CaptionQuery): Promise<void> {
  const { format } = query
  const { captions, name } = await api.transcription.captions({ params: { id: articleId }, query })
  const url = URL.createObjectURL(
    new Blob([captions], { type: format === 'vtt' ? 'text/vtt' : 'application/x-subrip' }),
  )
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
