import { Button } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { Banner } from '../../../ui/banner.tsx'
import { openDialog } from '../../../ui/dialog/dialogs.ts'
import { useNarrow } from '../../../ui/use-breakpoints.ts'
import { conflictParts, hasConflict, type ConflictChoices } from '../draft/draft-conflicts.ts'
import { conflictText } from './conflict-text.ts'
import { useDraft, type EditingContext } from '../editing-context.ts'
import styles from '../../read/article-view.module.css'
import * as texts from '../texts.ts'

type ConflictBannerProps = { editing: EditingContext; onResolve: (choices: ConflictChoices) => void }

/** The same part was changed here and elsewhere: reports it and asks which to keep. */
export function ConflictBanner({ editing, onResolve }: ConflictBannerProps) {
  const { store, user } = editing
  const conflicts = useDraft(store, (state) => state.conflicts)
  const isNarrow = useNarrow()
  if (!hasConflict(conflicts)) return null
  const parts = conflictParts.filter((part) => conflicts[part] !== null)
  const decideAll = (keeps: 'mine' | 'theirs') => onResolve(Object.fromEntries(parts.map((part) => [part, keeps])))
  const showBoth = () =>
    void openDialog(() => import('./conflict-dialog.tsx').then((module) => module.ConflictDialog), {
      store,
      user,
      onResolve,
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
        {conflictText(conflicts, user.name)}
      </Banner>
    </div>
  )
}
