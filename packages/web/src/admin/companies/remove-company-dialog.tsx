import { useState, type FormEvent } from 'react'
import { Button, Modal, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { AdminCompany } from '@knowreel/shared/admin/admin.calls.ts'
import { ApiError } from '../../platform/api/api-error.ts'
import { handleError } from '../../platform/api/handle-error.ts'
import { DialogFooter } from '../../ui/dialog/dialog-footer.tsx'
import type { DialogProps } from '../../ui/dialog/dialogs.ts'
import { showSuccess } from '../../ui/toast/toast.ts'
import styles from '../admin.module.css'
import { companyQuery, useRemoveCompany } from '../admin.queries.ts'
import * as texts from '../texts.ts'

type RemoveCompanyDialogProps = DialogProps & { company: AdminCompany; onRemoved?: () => void }

/** Removal cannot be undone, so it requires the exact title of the company. */
export function RemoveCompanyDialog({ company: shown, onRemoved, opened, onClose }: RemoveCompanyDialogProps) {
  const queryClient = useQueryClient()
  const [company, setCompany] = useState<Pick<AdminCompany, 'id' | 'title'>>(shown)
  const [title, setTitle] = useState('')
  const [isWrong, setWrong] = useState(false)
  const { mutateAsync: remove, isPending } = useRemoveCompany()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (title !== company.title) return setWrong(true)
    try {
      await remove({ id: company.id, title })
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'company_title_differs') return handleError(error)
      setWrong(true)
      // The title has changed since the dialog was opened.
      return queryClient.fetchQuery({ ...companyQuery(company.id), staleTime: 0 }).then(setCompany, handleError)
    }
    onClose()
    onRemoved?.()
    showSuccess(texts.companyRemoved(company.title))
  }

  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={texts.removeCompanyQuestion(company.title)}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <form onSubmit={(event) => void submit(event)}>
        <p className="kr-muted">{texts.removeCompanyText}</p>
        <TextInput
          mt="md"
          label={texts.typeToConfirm(company.title)}
          // Several spaces of the title count.
          labelProps={{ className: styles.typedTitle }}
          value={title}
          error={isWrong && texts.inputDoesntMatch}
          autoComplete="off"
          data-autofocus
          onChange={(event) => {
            setTitle(event.currentTarget.value)
            setWrong(false)
          }}
        />
        <DialogFooter>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" variant="filled" color="red" loading={isPending}>
            {texts.removeCompany}
          </Button>
        </DialogFooter>
      </form>
    </Modal>
  )
}
