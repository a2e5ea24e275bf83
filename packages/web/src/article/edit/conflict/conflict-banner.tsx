import { Button } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { Banner } from '../../../ui/banner.tsx'
import { openDialog } from '../../../ui/dialog/dialogs.ts'
import { useNarrow } from '../../../ui/use-narrow.ts'
import { conflictParts, hasConflict, type Choices } from '../draft/draft-conflicts.ts'
import { conflictWords } from './conflict-words.ts'
import { useDraft, type Editing } from '../editing.ts'
import styles from '../../read/article-view.module.css'
import * as texts from '../texts.ts'

type ConflictBannerProps = { editing: Editing; onDecide: (choices: Choices) => void }

/** The same part was changed here and elsewhere: reports it and asks which to keep. */
export function ConflictBanner({ editing, onDecide }: ConflictBannerProps) {
  const { store, user } = editing
  const conflicts = useDraft(store, (state) => state.conflicts)
  const isNarrow = useNarrow()
  if (!hasConflict(conflicts)) return null
  const parts = conflictParts.filter((part) => conflicts[part] !== null)
  const decideAll = (keeps: 'mine' | 'theirs') => onDecide(Object.fromEntries(parts.map((part) => [part, keeps])))
  const showBoth = () =>
    void openDialog(() => import('./conflict-dialog.tsx').then((module) => module.ConflictDialog), {
      store,
      user,
      onDecide,
    })
  return (
    <div className={styles.notice}>
      <Banner
        icon={<IconUsers />}
        tone="red"
        action={
          <>
            <Button variant="subtle" onClick={showBoth}>
              {texts.seeBoth}
            </Button>
            {/* On narrow screens the dialog has both. */}
            {!isNarrow && (
              <>
                <Button variant="subtle" onClick={() => decideAll('theirs')}>
                  {texts.takeTheirs}
                </Button>
                <Button variant="subtle" onClick={() => decideAll('mine')}>
                  {texts.keepMine}
                </Button>
              </>
            )}
          </>
        }
      >
        {conflictWords(conflicts, user.name)}
      </Banner>
    </div>
  )
}
