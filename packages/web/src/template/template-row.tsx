import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import { ActionIcon, Button, Loader, Menu, TextInput, UnstyledButton } from '@mantine/core'
import { IconDots, IconPencil, IconTemplate, IconTrash } from '@tabler/icons-react'
import type { Template } from '@knowreel/shared/template/template.calls.ts'
import { templateLimits } from '@knowreel/shared/template/template.limits.ts'
import { handleError } from '../platform/api/handle-error.ts'
import { confirmAction } from '../ui/dialog/dialogs.ts'
import { showSuccess } from '../ui/toast/toast.ts'
import { useDeleteTemplate, useRenameTemplate } from './template.queries.ts'
import styles from './template-picker.module.css'
import * as texts from './texts.ts'

type TemplateRowProps = {
  title: string
  description: string | null
  isLoading?: boolean
  onChoose: () => void
  /** Null if the person may not change it. */
  managed?: Template | null
  isRenamed?: boolean
  onRename?: (isRenamed: boolean) => void
}

export function TemplateRow(props: TemplateRowProps) {
  const { title, description, isLoading = false, onChoose, managed = null, isRenamed = false, onRename } = props
  const choice = useRef<HTMLButtonElement>(null)
  const wasRenamed = useRef(false)
  useEffect(() => {
    if (wasRenamed.current && !isRenamed) choice.current?.focus()
    wasRenamed.current = isRenamed
  }, [isRenamed])
  if (managed !== null && isRenamed) return <RenameForm template={managed} onEnd={() => onRename?.(false)} />
  return (
    <li className={styles.row}>
      <UnstyledButton
        ref={choice}
        className={styles.choice}
        data-template
        aria-busy={isLoading || undefined}
        onClick={onChoose}
      >
        {isLoading ? <Loader size={16} /> : <IconTemplate className="kr-icon-16" />}
        <span className="kr-grow">
          <span className={styles.title}>{title}</span>
          {description !== null && <span className={styles.description}>{description}</span>}
        </span>
      </UnstyledButton>
      {managed && <RowMenu template={managed} onRename={() => onRename?.(true)} />}
    </li>
  )
}

function RowMenu({ template, onRename }: { template: Template; onRename: () => void }) {
  const { id, title, isShared } = template
  const remove = useDeleteTemplate()
  const askAndDelete = async () => {
    const isConfirmed = await confirmAction({
      title: texts.deleteTitle(title),
      body: isShared ? texts.deletionOfShared : texts.deletionOfOwn,
      confirmLabel: texts.deleteTemplate,
      isDangerous: true,
    })
    if (!isConfirmed) return
    remove.mutate({ params: { id } }, { onSuccess: () => showSuccess(texts.templateDeleted), onError: handleError })
  }
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon size="sm" aria-label={texts.actionsForTitle(title)}>
          <IconDots />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil />} onClick={onRename}>
          {texts.rename}
        </Menu.Item>
        <Menu.Item leftSection={<IconTrash />} data-danger onClick={() => void askAndDelete()}>
          {texts.deleteLabel}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function RenameForm({ template: { id, title }, onEnd }: { template: Template; onEnd: () => void }) {
  const [name, setName] = useState(title)
  const rename = useRenameTemplate()
  const isEmpty = name.trim() === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (isEmpty || rename.isPending) return
    if (name.trim() === title) return onEnd()
    rename.mutate({ params: { id }, body: { title: name } }, { onSuccess: onEnd, onError: handleError })
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onEnd()
  }
  return (
    <li>
      <form className={styles.rename} onSubmit={submit} onKeyDown={press} noValidate>
        <TextInput
          className={styles.name}
          size="sm"
          autoFocus
          aria-label={texts.name}
          maxLength={templateLimits.title}
          value={name}
          error={isEmpty ? texts.enterAName : null}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button size="sm" onClick={onEnd}>
          {texts.cancel}
        </Button>
        <Button size="sm" type="submit" variant="filled" loading={rename.isPending}>
          {texts.save}
        </Button>
      </form>
    </li>
  )
}
