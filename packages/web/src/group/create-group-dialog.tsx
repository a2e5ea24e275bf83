import { useState, type FormEvent } from 'react'
import { Button, Modal, TextInput } from '@mantine/core'
import { handleError } from '../platform/api/handle-error.ts'
import { DialogFooter } from '../ui/dialog/dialog-footer.tsx'
import type { DialogProps } from '../ui/dialog/dialogs.ts'
import { showError, showSuccess } from '../ui/toast/toast.ts'
import { usePhone } from '../ui/use-narrow.ts'
import { Finder } from './finder.tsx'
import type { Finding } from './findings.ts'
import { useAddToGroup, useCreateGroup } from './group.queries.ts'
import styles from './group.module.css'

const longestTitle = 100

export function CreateGroupDialog({ opened, onClose }: DialogProps) {
  const [title, setTitle] = useState('')
  const [members, setMembers] = useState<Finding[]>([])
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
      if (reason)
        showError(`The group was created without ${left.map((one) => one.name).join(', ')}: ${reason.message}`)
      else showSuccess('Group was successfully created!')
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
      title="Create a group"
      size={520}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form className={styles.form} onSubmit={(event) => void submit(event)}>
        <TextInput
          label="Group name"
          name="title"
          value={title}
          maxLength={longestTitle}
          autoComplete="off"
          data-autofocus
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        {!isPhone && (
          <Finder
            label="Add members"
            placeholder="Name or email"
            types={['user', 'invited']}
            value={members}
            onChange={setMembers}
          />
        )}
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="filled" disabled={name === ''} loading={isBusy}>
            Confirm
          </Button>
        </DialogFooter>
      </form>
    </Modal>
  )
}
