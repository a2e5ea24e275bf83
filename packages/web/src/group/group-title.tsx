import { useRef, useState, type KeyboardEvent } from 'react'
import { ActionIcon, TextInput, Tooltip } from '@mantine/core'
import { IconCheck, IconPencil, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Group } from '@knowreel/shared/group/group.calls.ts'
import { useMayManageGroups, useRenameGroup } from './group.queries.ts'
import { memberCountText } from './findings.ts'
import * as texts from './texts.ts'
import styles from './group.module.css'

const maxTitleLength = 100

/** The name of a group as a link to it, and a field with confirm and cancel once its pencil is pressed. */
export function GroupTitle({ group }: { group: Group }) {
  const mayManage = useMayManageGroups()
  const [isEditing, setEditing] = useState(false)
  const pencil = useRef<HTMLButtonElement>(null)
  const close = () => {
    setEditing(false)
    // The pencil is rendered again in the next frame.
    requestAnimationFrame(() => pencil.current?.focus())
  }
  if (isEditing) return <TitleField group={group} onClose={close} />
  return (
    <div className={styles.words}>
      <span className={styles.title}>
        <Link
          to="/settings/groups/$groupId"
          params={{ groupId: group.shortId }}
          className="kr-trunc"
          title={group.title}
        >
          {group.title}
        </Link>
        {mayManage && (
          <Tooltip label={texts.rename}>
            <ActionIcon
              ref={pencil}
              size="sm"
              className={styles.pencil}
              aria-label={texts.renameGroupTitle(group.title)}
              onClick={() => setEditing(true)}
            >
              <IconPencil className="kr-icon-16" />
            </ActionIcon>
          </Tooltip>
        )}
      </span>
      <span className={styles.facts}>{memberCountText(group.userIds.length)}</span>
    </div>
  )
}

function TitleField({ group, onClose }: { group: Group; onClose: () => void }) {
  const [text, setText] = useState(group.title)
  const [error, setError] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const rename = useRenameGroup()

  const confirm = () => {
    const title = text.trim()
    if (title === '') {
      setError(texts.fieldIsRequired)
      field.current?.focus()
      return
    }
    if (title === group.title) return onClose()
    rename.mutate({ id: group.id, title }, { onSuccess: onClose })
  }
  const keys = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Enter') confirm()
    else onClose()
  }
  return (
    <div className={styles.rename} data-no-open>
      <TextInput
        ref={field}
        size="sm"
        className="kr-grow"
        aria-label={texts.groupName}
        value={text}
        error={error}
        maxLength={maxTitleLength}
        readOnly={rename.isPending}
        autoFocus
        onFocus={(event) => event.currentTarget.select()}
        onKeyDown={keys}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setError(null)
        }}
      />
      <Tooltip label={texts.save}>
        <ActionIcon aria-label={texts.saveName} loading={rename.isPending} onClick={confirm}>
          <IconCheck />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={texts.cancel}>
        <ActionIcon aria-label={texts.cancelRenaming} disabled={rename.isPending} onClick={onClose}>
          <IconX />
        </ActionIcon>
      </Tooltip>
    </div>
  )
}
