import { ActionIcon, Button } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay, IconX } from '@tabler/icons-react'
import { handleError } from '../../platform/api/handle-error.ts'
import { confirmAction } from '../../ui/dialog/dialogs.ts'
import type { ChosenFile } from './chosen-file.ts'
import { withUploads } from './page-uploads.ts'
import { uploadActions, type UploadItem } from './upload-item.ts'
import { FileButton } from './file-button.tsx'

const pause = (id: string) => withUploads((uploads) => uploads.pause(id)).catch(handleError)
const goOn = (id: string) => withUploads((uploads) => uploads.goOn(id)).catch(handleError)
const dismiss = (id: string) => withUploads((uploads) => uploads.dismiss(id)).catch(handleError)
const chooseAgain = (id: string, chosen: ChosenFile) =>
  withUploads((uploads) => uploads.useFile(id, chosen)).catch(handleError)

async function cancel({ id, name, context }: UploadItem): Promise<void> {
  const isConfirmed = await confirmAction({
    title: `Cancel the upload of “${name}”`,
    body:
      context.insert === null
        ? 'The uploaded data is deleted, and the article has no recording.'
        : 'The uploaded data is deleted. The article stays as it is.',
    confirmLabel: 'Cancel upload',
    isDangerous: true,
  })
  if (isConfirmed) await withUploads((uploads) => uploads.cancel(id)).catch(handleError)
}

/** The actions currently available for an upload: icons in a row, labels where there is room. */
export function UploadButtons({ item, isSmall = false }: { item: UploadItem; isSmall?: boolean }) {
  const { canPause, goOn: words, canChooseFile, canCancel, canDismiss } = uploadActions(item)
  const { id, name } = item
  return (
    <>
      {words !== null &&
        (isSmall && words === 'Resume' ? (
          <ActionIcon aria-label={`Resume ${name}`} onClick={() => void goOn(id)}>
            <IconPlayerPlay />
          </ActionIcon>
        ) : (
          <Button variant={isSmall ? 'subtle' : 'filled'} onClick={() => void goOn(id)}>
            {words}
          </Button>
        ))}
      {canChooseFile && (
        <FileButton variant={isSmall ? 'subtle' : 'filled'} onFile={(chosen) => void chooseAgain(id, chosen)}>
          Choose file
        </FileButton>
      )}
      {canPause &&
        (isSmall ? (
          <ActionIcon aria-label={`Pause ${name}`} onClick={() => void pause(id)}>
            <IconPlayerPause />
          </ActionIcon>
        ) : (
          <Button onClick={() => void pause(id)}>Pause</Button>
        ))}
      {canCancel &&
        (isSmall ? (
          <ActionIcon aria-label={`Cancel the upload of ${name}`} onClick={() => void cancel(item)}>
            <IconX />
          </ActionIcon>
        ) : (
          <Button variant="subtle" onClick={() => void cancel(item)}>
            Cancel upload
          </Button>
        ))}
      {canDismiss && isSmall && (
        <ActionIcon aria-label={`Close ${name}`} onClick={() => void dismiss(id)}>
          <IconX />
        </ActionIcon>
      )}
    </>
  )
}
