import { useCallback, type ReactNode } from 'react'
import { Button, Tooltip } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { SmartNotesButton, TranslationStatus, useAiEnabled } from '../../ai/index.ts'
import { CommentsButton } from '../../comment/index.ts'
import { useNarrow, usePhone } from '../../ui/use-breakpoints.ts'
import { TranscriptionButton } from '../../transcription/index.ts'
import { DownloadRecording } from '../../video/index.ts'
import { mentionedPersonQuery } from '../../writing/index.ts'
import { BackButton } from './back-button.tsx'
import { useDraft, type EditingContext, useNotesSession } from './editing-context.ts'
import { PublishButton } from './publish-button.tsx'
import { useRefreshDraft } from './recording/use-pending-recording.ts'
import { SaveState } from './save/save-state.tsx'
import * as texts from './texts.ts'
import type { DraftActions } from './use-draft-actions.ts'
import { useDiscardable } from './use-discardable.ts'
import styles from './edit-bar.module.css'
import { AvatarStack } from '../../ui/identity/person-avatar.tsx'
import type { NotePerson } from '../../note/index.ts'

type EditBarProps = {
  editing: EditingContext
  draftActions: DraftActions
  /** The choice between video and notes, if both exist. */
  modeSwitch: ReactNode
  /** The recording is shown. */
  isWatching: boolean
  onShowTab: (tabId: string) => void
}

/** Above the text: who else is here, and discarding the changes. On narrow screens also what the sidebar would show. */
export function EditBar({ editing, draftActions, modeSwitch, isWatching, onShowTab }: EditBarProps) {
  const isNarrow = useNarrow()
  const isPhone = usePhone()
  const canDiscard = useDiscardable(editing, draftActions)
  const canDownload = useDraft(
    editing.store,
    ({ article }) => article.abilities.downloadRecording && article.duration > 0,
  )
  const hasAi = useAiEnabled()
  const hasRecording = useDraft(editing.store, ({ article }) => article.duration > 0)
  const tabs = useDraft(editing.store, ({ fields }) => fields.tabs.list)
  const read = useRefreshDraft(editing)
  const readAdded = useCallback(() => void read().catch(() => undefined), [read])
  return (
    <div className={styles.bar}>
      {!isPhone && <BackButton editing={editing} draftActions={draftActions} />}
      {modeSwitch}
      {isNarrow && <SaveState store={editing.store} notesSession={editing.notesSession} />}
      <span className={styles.space} />
      <Presence notesSession={editing.notesSession} />
      {hasAi && hasRecording && (
        <SmartNotesButton
          draftId={editing.draftId}
          tabs={tabs}
          isCompact={isNarrow}
          onShowTab={onShowTab}
          onAdded={readAdded}
        />
      )}
      {hasAi && <TranslationStatus draftId={editing.draftId} onShowTab={onShowTab} onAdded={readAdded} />}
      {isWatching && <TranscriptionButton draftId={editing.draftId} />}
      {canDownload && !isNarrow && <DownloadRecording articleId={editing.draftId} />}
      <CommentsButton articleId={editing.draftId} />
      {!isPhone && (
        <Tooltip label={texts.thereIsNothingToDiscard} disabled={canDiscard}>
          <Button
            variant="subtle"
            aria-disabled={!canDiscard}
            data-disabled={!canDiscard || undefined}
            onClick={() => canDiscard && draftActions.discard()}
          >
            {isNarrow ? texts.discard : texts.discardDraft}
          </Button>
        </Tooltip>
      )}
      {isNarrow && (
        <PublishButton
          store={editing.store}
          onPublish={draftActions.publish}
          onSaveDraft={draftActions.saveDraft}
          onDiscard={isPhone ? (canDiscard ? draftActions.discard : null) : undefined}
        />
      )}
    </div>
  )
}

const nobody: readonly NotePerson[] = []
const maxPhotos = 5

/** Other people who have the article open for editing. Their photos are signed for each reader, so they are requested. */
export function Presence({ notesSession }: Pick<EditingContext, 'notesSession'>) {
  const others = useNotesSession(notesSession, (state) => state?.others ?? nobody)
  const found = useQueries({ queries: others.slice(0, maxPhotos).map(({ id }) => mentionedPersonQuery(id)) })
  if (others.length === 0) return null
  const people = others.map((person, index) => ({ ...person, profileImage: found[index]?.data?.profileImage ?? null }))
  return (
    <span className={styles.presence}>
      <AvatarStack people={people} limit={maxPhotos} />
      <span className={styles.presenceText}>{texts.othersHere(others.length)}</span>
    </span>
  )
}
