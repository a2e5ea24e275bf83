import { useState, type FormEvent } from 'react'
import { Button, Modal, TextInput } from '@mantine/core'
import { handleError, handleSessionError } from '../platform/api/handle-error.ts'
import { DialogFooter } from '../ui/dialog/dialog-footer.tsx'
import type { DialogProps } from '../ui/dialog/dialogs.ts'
import { showError, showSuccess } from '../ui/toast/toast.ts'
import { usePhone } from '../ui/use-breakpoints.ts'
import { Finder } from './finder.tsx'
import type { FinderResult } from './findings.ts'
import { useAddToGroup, useCreateGroup } from './group.queries.ts'
import * as texts from './texts.ts'
import styles from './group.module.css'

const maxTitleLength = 100

export function CreateGroupDialog({ opened, onClose }: DialogProps) {
  const [title, setTitle] = useState('')
  const [members, setMembers] = useState<FinderResult[]>([])
  const [isBusy, setBusy] = useState(false)
  const isPhone = usePhone()
  const create = useCreateGroup()
  const add = useAddToGroup()
  const name = title.trim()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (name === '' || isBusy) return
    setBusy(true)
    try {
      const group = await create(name)
      const { left, reason } = await add(group.id, members)
      onClose()
      if (handleSessionError(reason)) return
      if (reason) showError(texts.theGroupWasCreatedWithout(left.map((one) => one.name).join(', '), reason.message))
      else showSuccess(texts.groupWasSuccessfullyCreated)
    } catch (error) {
      handleError(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={texts.createAGroup}
      size={520}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <form className={styles.form} onSubmit={(event) => void submit(event)}>
        <TextInput
          label={texts.groupName}
          name="title"
          value={title}
          maxLength={maxTitleLength}
          autoComplete="off"
          data-autofocus
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        {!isPhone && (
          <Finder
            label={texts.addMembers}
            placeholder={texts.nameOrEmail}
            types={['user', 'invited']}
            value={members}
            onChange={setMembers}
          />
        )}
        <DialogFooter>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" variant="filled" disabled={name === ''} loading={isBusy}>
            {texts.confirm}
          </Button>
        </DialogFooter>
      </form>
    </Modal>
  )
}
