import { Button, ActionIcon, Tooltip } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useNarrow } from '../../ui/use-breakpoints.ts'
import { useDraft, type EditingContext } from './editing-context.ts'
import * as texts from './texts.ts'
import type { DraftActions } from './use-draft-actions.ts'
import styles from './edit-bar.module.css'

type BackButtonProps = { editing: EditingContext; draftActions: DraftActions }

/** Leaves the editor and keeps the draft. The guard of the page saves first what is unsaved. */
export function BackButton({ editing, draftActions }: BackButtonProps) {
  const isNarrow = useNarrow()
  const isPublished = useDraft(editing.store, ({ article }) => article.original !== null)
  const label = isPublished ? texts.backToArticle : texts.backToDrafts
  if (isNarrow) {
    return (
      <ActionIcon aria-label={label} onClick={draftActions.goBack}>
        <IconArrowLeft />
      </ActionIcon>
    )
  }
  return (
    <Tooltip label={texts.escape}>
      <Button
        variant="subtle"
        className={styles.back}
        leftSection={<IconArrowLeft />}
        aria-label={label}
        aria-keyshortcuts="Escape"
        onClick={draftActions.goBack}
      >
        <span className={styles.backText}>{label}</span>
      </Button>
    </Tooltip>
  )
}
