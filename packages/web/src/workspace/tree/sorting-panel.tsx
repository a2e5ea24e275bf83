import { useEffect, useId, useRef, useState } from 'react'
import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconArrowDown, IconArrowLeft, IconArrowRight, IconArrowUp } from '@tabler/icons-react'
import { useTouchLayout } from '../../ui/use-breakpoints.ts'
import { useUnsavedChanges } from '../../ui/dialog/use-unsaved-changes.ts'
import * as texts from '../texts.ts'
import type { BrowsedWorkspace } from '../workspace.queries.ts'
import type { MoveDirection } from './reorder.ts'
import { focusTree } from './focus-tree.ts'
import { useSortingSession, type SortingSession } from './sorting-session.ts'
import { SortingTree } from './sorting-tree.tsx'
import styles from './sorting-panel.module.css'

export type SortingPanelProps = {
  browsed: BrowsedWorkspace
  reload: () => Promise<BrowsedWorkspace>
  onEnd: () => void
}

/** Reorder mode of a workspace, in place of its tree. */
export function SortingPanel({ browsed, reload, onEnd }: SortingPanelProps) {
  const session = useSortingSession({ browsed, reload, onEnd })
  const [activeId, setActiveId] = useState(() => session.order[0]?.value)
  const noteId = useId()
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The menu that opened this is gone, and the rows render one frame later.
    const frame = requestAnimationFrame(() => focusTree(panel.current))
    return () => cancelAnimationFrame(frame)
  }, [])
  const hint = useTouchLayout() ? texts.chooseArticleAndMoveIt : texts.dragArticleOrPickIt
  useUnsavedChanges({ isDirty: session.isDirty, body: texts.theNewOrderOfArticles })

  return (
    <div ref={panel} className={styles.panel}>
      <div className={styles.head}>
        <h2 className={styles.title}>{texts.reorderArticles}</h2>
        <p id={noteId} className={styles.note} data-refusal={session.note?.isRefusal || undefined}>
          {session.note?.text ?? hint}
        </p>
        {/* The space makes a repeated text differ, so that screen readers announce a second refusal too. */}
        <span className="kr-sr" role="status" aria-live="assertive">
          {session.note && session.note.text + (session.note.id % 2 === 0 ? '' : '\u00a0')}
        </span>
        {session.isConflict && <ConflictNotice dropped={session.droppedMoves} onTakeTheirs={session.takeTheirs} />}
      </div>
      <SortingTree
        session={session}
        label={texts.articlesInWorkspaceTitleInReorder(browsed.workspace.title)}
        describedBy={noteId}
        activeId={activeId}
        onActiveChange={setActiveId}
      />
      <div className={styles.foot}>
        <MoveButtons session={session} activeId={activeId} />
        <span className="kr-grow" />
        <Button variant="subtle" onClick={onEnd} disabled={session.isSaving}>
          {texts.cancel}
        </Button>
        <Button
          variant="filled"
          onClick={() => void session.save()}
          loading={session.isSaving}
          disabled={!session.isDirty && !session.isConflict}
        >
          {texts.save}
        </Button>
      </div>
    </div>
  )
}

type ConflictNoticeProps = { dropped: readonly string[]; onTakeTheirs: () => void }

function ConflictNotice({ dropped, onTakeTheirs }: ConflictNoticeProps) {
  return (
    <div className={styles.others} role="status">
      <p>{texts.someoneElseChangedArticlesYour}</p>
      {dropped.length > 0 && <p>{texts.theseMovesAreNoLonger(dropped)}</p>}
      <p>
        {texts.saveItAgainOr}{' '}
        <button type="button" onClick={onTakeTheirs}>
          {texts.takeTheirs}
        </button>
        .
      </p>
    </div>
  )
}

const moves: { direction: MoveDirection; label: string; icon: typeof IconArrowUp }[] = [
  { direction: 'up', label: texts.moveUp, icon: IconArrowUp },
  { direction: 'down', label: texts.moveDown, icon: IconArrowDown },
  { direction: 'out', label: texts.moveOut, icon: IconArrowLeft },
  { direction: 'in', label: texts.nestUnderTheArticleAbove, icon: IconArrowRight },
]

/** The same moves for touch and for people who do not drag. */
function MoveButtons({ session, activeId }: { session: SortingSession; activeId: string | undefined }) {
  if (activeId === undefined) return null
  return (
    <div role="group" aria-label={texts.moveTitle(session.titleOf(activeId))} className={styles.moves}>
      {moves.map(({ direction, label, icon: Icon }) => {
        const plan = session.planStep(activeId, direction)
        const isImpossible = 'refusal' in plan
        return (
          <Tooltip key={direction} label={label}>
            <ActionIcon
              aria-label={label}
              disabled={session.isSaving}
              // Stays focusable, as the last possible move disables its own button. A press reports the reason.
              aria-disabled={isImpossible || undefined}
              data-disabled={isImpossible || undefined}
              onClick={() => session.carryOut(activeId, plan)}
            >
              <Icon />
            </ActionIcon>
          </Tooltip>
        )
      })}
    </div>
  )
}
