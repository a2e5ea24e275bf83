import { useEffect, useState, type ReactNode } from 'react'
import { Button, Modal, Radio } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { tagKey } from '@knowreel/shared/article/tags.rules.ts'
import { paragraphsToWire } from '@knowreel/shared/video/paragraph/paragraph.wire.ts'
import type { ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { handleError } from '../../../platform/api/handle-error.ts'
import { Chip } from '../../../ui/chip.tsx'
import { DialogFooter } from '../../../ui/dialog/dialog-footer.tsx'
import type { DialogProps } from '../../../ui/dialog/dialogs.ts'
import { showAction } from '../../../ui/toast/toast.ts'
import { articleKeys } from '../../article.queries.ts'
import {
  conflictParts,
  hasConflict,
  type ConflictChoices,
  type ConflictPart,
  type Conflicts,
} from '../draft/draft-conflicts.ts'
import type { DraftFields } from '../draft/draft-fields.ts'
import type { DraftStore } from '../draft/draft-store.ts'
import { compareParagraphs, changeLabels } from '../../versions/compare/compare-paragraphs.ts'
import { conflictText } from './conflict-text.ts'
import { useDraft, type EditingContext } from '../editing-context.ts'
import styles from './conflict-dialog.module.css'
import type { Article } from '@knowreel/shared/article/article.wire.ts'
import { articleLimits } from '@knowreel/shared/article/article.rules.ts'
import { newId, newKey } from '@knowreel/shared/identity/ids.ts'
import { paragraphsToInput } from '@knowreel/shared/video/paragraph/paragraph-conversion.ts'
import { api } from '../../../platform/api/api.ts'
import * as texts from '../texts.ts'

type ConflictDialogProps = DialogProps & {
  store: DraftStore
  user: EditingContext['user']
  onResolve: (choices: ConflictChoices) => void
}

const partNames: Record<ConflictPart, string> = { title: texts.title, tags: texts.tags, paragraphs: texts.paragraphs }

/** Compares the local state with the server's, part by part. One of each is kept, or mine becomes a separate draft. */
export function ConflictDialog({ store, user, onResolve, opened, onClose }: ConflictDialogProps) {
  const conflicts = useDraft(store, (state) => state.conflicts)
  const fields = useDraft(store, (state) => state.fields)
  const [choices, setChoices] = useState<ConflictChoices>({})
  const [isBusy, setBusy] = useState(false)
  const keepApart = useSaveMineSeparately(store, onResolve)
  const isOpen = hasConflict(conflicts)
  // It may be resolved elsewhere: the other side reverted its change, or the banner was used.
  useEffect(() => {
    if (!isOpen && opened) onClose()
  }, [isOpen, opened, onClose])

  const parts = conflictParts.filter((part) => conflicts[part] !== null)
  const decide = () => {
    onResolve(Object.fromEntries(parts.map((part) => [part, choices[part] ?? 'mine'])))
    onClose()
  }
  const keep = async () => {
    setBusy(true)
    await keepApart()
    setBusy(false)
  }

  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={texts.changedInTwoPlaces}
      size={640}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <p className="kr-muted">{conflictText(conflicts, user.name)}</p>
      {parts.map((part) => (
        <Radio.Group
          key={part}
          label={partNames[part]}
          className={styles.part}
          value={choices[part] ?? 'mine'}
          onChange={(value) => setChoices({ ...choices, [part]: value === 'theirs' ? 'theirs' : 'mine' })}
        >
          <div className={styles.sides}>
            {(['theirs', 'mine'] as const).map((side) => (
              <label key={side} className={styles.side}>
                <span className={styles.name}>
                  <Radio value={side} />
                  {side === 'mine' ? texts.mine : texts.theirs}
                </span>
                <Side part={part} side={side} conflicts={conflicts} fields={fields} />
              </label>
            ))}
          </div>
        </Radio.Group>
      ))}
      <p className={styles.apart}>
        <span className="kr-muted">{texts.orKeepBoth}</span>
        <Button variant="subtle" loading={isBusy} onClick={() => void keep()}>
          {texts.keepMineAsANew}
        </Button>
      </p>
      <DialogFooter>
        <Button onClick={onClose}>{texts.decideLater}</Button>
        <Button variant="filled" data-autofocus onClick={decide}>
          {texts.keepSelection}
        </Button>
      </DialogFooter>
    </Modal>
  )
}

/** Afterwards theirs is shown here; the local state is a separate draft. */
function useSaveMineSeparately(store: DraftStore, onDecide: (choices: ConflictChoices) => void): () => Promise<void> {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    try {
      const { shortId } = await copyMineToNewDraft(store)
      onDecide({ title: 'theirs', tags: 'theirs', paragraphs: 'theirs' })
      void queryClient.invalidateQueries({ queryKey: articleKeys.drafts })
      showAction(
        texts.yourVersionIsKeptAs,
        texts.open,
        () => void navigate({ to: '/draft/$id/{-$mode}', params: { id: shortId } }),
      )
    } catch (error) {
      handleError(error)
    }
  }
}

type SideProps = { part: ConflictPart; side: 'mine' | 'theirs'; conflicts: Conflicts; fields: DraftFields }

function Side({ part, side, conflicts, fields }: SideProps): ReactNode {
  const pick = <Value,>(mine: Value, theirs: Value | undefined) => (side === 'mine' ? mine : (theirs ?? mine))
  switch (part) {
    case 'title':
      return <span className={styles.words}>{pick(fields.title, conflicts.title?.theirs) || texts.untitled}</span>
    case 'tags':
      return <TagChanges base={conflicts.tags?.base ?? []} now={pick(fields.tags, conflicts.tags?.theirs)} />
    case 'paragraphs':
      return (
        <ParagraphChanges
          base={conflicts.paragraphs?.base ?? []}
          now={pick(fields.paragraphs, conflicts.paragraphs?.theirs)}
        />
      )
  }
}

function TagChanges({ base, now }: { base: readonly string[]; now: readonly string[] }) {
  const before = new Set(base.map(tagKey))
  if (now.length === 0) return <span className="kr-second kr-muted">{texts.tagsNotAdded}</span>
  return (
    <span className={styles.tags}>
      {now.map((tag) => (
        <Chip key={tag}>{before.has(tagKey(tag)) ? tag : `+ ${tag}`}</Chip>
      ))}
    </span>
  )
}

/** Slugs are not compared. */
const toComparable = (tree: ParagraphTree) => paragraphsToWire(tree, () => '')

/** The changes of one side to the paragraphs that both started from. */
function ParagraphChanges({ base, now }: { base: ParagraphTree; now: ParagraphTree }) {
  const changes = compareParagraphs(toComparable(base), toComparable(now))
  return (
    <span className={styles.changes}>
      {changes.map(({ id, title, changes: kinds }) => (
        <span key={id} className={styles.change}>
          <span className={styles.words}>
            {title.flatMap(({ kind, text }) => (kind === 'removed' ? [] : [text])).join('')}
          </span>
          <span className="kr-second kr-muted">{kinds.map((kind) => changeLabels[kind]).join(', ')}</span>
        </span>
      ))}
    </span>
  )
}

/** Copies the draft as it is here, with the shared notes, into a separate draft. */
async function copyMineToNewDraft(store: DraftStore): Promise<Article> {
  const { fields, article, conflicts } = store.read()
  const { article: present } = await api.draft.get({ params: { id: article.id } })
  const keys = new Map(present.textTabs.map(({ id }) => [id, newKey()]))
  const { article: kept } = await api.article.saveDraft({
    params: { id: 'new' },
    body: {
      clientId: newId(),
      // Two drafts of the same name could not be distinguished.
      title: conflicts.title ? fields.title : `Copy of ${fields.title}`.slice(0, articleLimits.titleLength),
      workspace: fields.workspaceId,
      tags: [...fields.tags],
      textTabs: present.textTabs.map(({ id, title, text }) => ({ id: keys.get(id) ?? newKey(), title, text })),
      pinnedNote: present.pinnedNote === null ? null : keys.get(present.pinnedNote),
      paragraphs: paragraphsToInput(fields.paragraphs),
      copyOf: article.id,
    },
  })
  return kept
}
