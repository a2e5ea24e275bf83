import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconDots, IconTrash } from '@tabler/icons-react'
import { openNewComment } from '../../comment/index.ts'
import { handleError } from '../../platform/api/handle-error.ts'
import { copyText } from '../../ui/copy-text.ts'
import { showSuccess } from '../../ui/toast/toast.ts'
import { timeLabel } from '../../video/index.ts'
import { textWithTimes, type TranscriptModel, type WordRange } from '../transcript-model.ts'
import { useEditWords } from '../transcript.queries.ts'
import * as texts from '../texts.ts'
import { correctedRanges } from './corrected-ranges.ts'
import styles from './transcription-panel.module.css'
import type { WordActions } from './use-word-actions.ts'

type SelectionBarProps = {
  articleId: string
  model: TranscriptModel
  selection: WordRange
  actions: WordActions
  mayEdit: boolean
  onEdit: () => void
}

/** The actions for the selected words. */
export function SelectionBar({ articleId, model, selection, actions, mayEdit, onEdit }: SelectionBarProps) {
  const edit = useEditWords(articleId)
  const setSpeaker = (speaker: string) => {
    for (const body of correctedRanges(model, selection, (word) => ({ ...word, speaker })))
      edit.mutate(body, { onError: handleError })
  }
  return (
    <div className={styles.bar} role="toolbar" aria-label={texts.moreActions}>
      <span className={styles.count} role="status">
        {texts.selectedWords(selection.to - selection.from, timeLabel(actions.length))}
      </span>
      {mayEdit && (
        <>
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            leftSection={<IconTrash className="kr-icon-16" />}
            onClick={actions.remove}
          >
            {texts.deleteLabel}
          </Button>
          <Button size="compact-sm" variant="subtle" onClick={actions.newParagraph}>
            {texts.newParagraph}
          </Button>
          <Button size="compact-sm" variant="subtle" onClick={actions.keepOnly}>
            {texts.keepOnlyThis}
          </Button>
        </>
      )}
      <Menu position="top-end" width={240}>
        <Menu.Target>
          <ActionIcon variant="subtle" aria-label={texts.moreActions}>
            <IconDots />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {mayEdit && <Menu.Item onClick={onEdit}>{texts.editText}</Menu.Item>}
          <Menu.Item
            onClick={() =>
              void copyText(textWithTimes(model, selection, timeLabel)).then(
                (isDone) => isDone && showSuccess(texts.copied),
              )
            }
          >
            {texts.copyWithTimes}
          </Menu.Item>
          <Menu.Item onClick={() => openNewComment({ timestamp: model.words[selection.from]?.start ?? 0 })}>
            {texts.commentOnThis}
          </Menu.Item>
          {mayEdit && model.speakers.length > 1 && (
            <>
              <Menu.Divider />
              <Menu.Label>{texts.speaker}</Menu.Label>
              {model.speakers.map((name) => (
                <Menu.Item key={name} onClick={() => setSpeaker(name)}>
                  {name}
                </Menu.Item>
              ))}
            </>
          )}
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}
