import { Button, Modal } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { DialogFooter } from '../../ui/dialog/dialog-footer.tsx'
import type { DialogProps } from '../../ui/dialog/dialogs.ts'
import * as texts from '../texts.ts'
import { WorkspaceForm } from './workspace-form.tsx'

export function CreateWorkspaceDialog({ opened, onClose }: DialogProps) {
  const navigate = useNavigate()
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={texts.createAWorkspace}
      size={520}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <WorkspaceForm
        onCreated={({ shortId, slug }) => {
          onClose()
          void navigate({
            to: '/b/$workspaceId/{-$workspaceSlug}',
            params: { workspaceId: shortId, workspaceSlug: slug },
          })
        }}
      >
        {(isBusy) => (
          <DialogFooter>
            <Button onClick={onClose}>{texts.cancel}</Button>
            <Button type="submit" variant="filled" loading={isBusy}>
              {texts.createWorkspace}
            </Button>
          </DialogFooter>
        )}
      </WorkspaceForm>
    </Modal>
  )
}
