import { ActionIcon, Button } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay, IconX } from '@tabler/icons-react'
import { handleError } from '../../platform/api/handle-error.ts'
import { confirmAction } from '../../ui/dialog/dialogs.ts'
import type { ChosenFile } from './chosen-file.ts'
import { withUploads } from './page-uploads.ts'
import { uploadActions, type UploadItem } from './upload-item.ts'
import { FileButton } from './file-button.tsx'
import * as texts from './texts.ts'

const pause = (id: string) => withUploads((uploads) => uploads.pause(id)).catch(handleError)
const resume = (id: string) => withUploads((uploads) => uploads.resume(id)).catch(handleError)
const dismiss = (id: string) => withUploads((uploads) => uploads.dismiss(id)).catch(handleError)
const chooseAgain = (id: string, chosen: ChosenFile) =>
  withUploads((uploads) => uploads.provideFile(id, chosen)).catch(handleError)

async function cancel({ id, name, context }: UploadItem): Promise<void> {
  const isConfirmed = await confirmAction({
    title: texts.cancelTheUploadOfName(name),
    body: context.insert === null ? texts.theUploadedDataIsDeleted : texts.theUploadedDataIsDeletedArticle,
    confirmLabel: texts.cancelUpload,
    isDangerous: true,
  })
  if (isConfirmed) await withUploads((uploads) => uploads.cancel(id)).catch(handleError)
}

/** The actions currently available for an upload: icons in a row, labels where there is room. */
export function UploadButtons({ item, isSmall = false }: { item: UploadItem; isSmall?: boolean }) {
  const { canPause, resumeLabel: words, canChooseFile, canCancel, canDismiss } = uploadActions(item)
  const { id, name } = item
  return (
    <>
      {words !== null &&
        (isSmall && words === 'Resume' ? (
          <ActionIcon aria-label={texts.resumeName(name)} onClick={() => void resume(id)}>
            <IconPlayerPlay />
          </ActionIcon>
        ) : (
          <Button variant={isSmall ? 'subtle' : 'filled'} onClick={() => void resume(id)}>
            {words}
          </Button>
        ))}
      {canChooseFile && (
        <FileButton variant={isSmall ? 'subtle' : 'filled'} onFile={(chosen) => void chooseAgain(id, chosen)}>
          {texts.chooseFile}
        </FileButton>
      )}
      {canPause &&
        (isSmall ? (
          <ActionIcon aria-label={texts.pauseName(name)} onClick={() => void pause(id)}>
            <IconPlayerPause />
          </ActionIcon>
        ) : (
          <Button onClick={() => void pause(id)}>{texts.pause}</Button>
        ))}
      {canCancel &&
        (isSmall ? (
          <ActionIcon aria-label={texts.cancelTheUploadOfNameOf(name)} onClick={() => void cancel(item)}>
            <IconX />
          </ActionIcon>
        ) : (
          <Button variant="subtle" onClick={() => void cancel(item)}>
            {texts.cancelUpload}
          </Button>
        ))}
      {canDismiss && isSmall && (
        <ActionIcon aria-label={texts.closeName(name)} onClick={() => void dismiss(id)}>
          <IconX />
        </ActionIcon>
      )}
    </>
  )
}
