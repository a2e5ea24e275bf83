import { useEffect, useId, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { attachClosestEdge, extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge'
import { IconGripVertical } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { WorkspaceSummary } from '@knowreel/shared/workspace/workspace.calls.ts'
import { WorkspaceAvatar } from '../../ui/identity/workspace-avatar.tsx'
import { FavoriteStar } from '../favorite-star.tsx'
import * as texts from '../texts.ts'
import styles from './workspace-sidebar.module.css'

type SidebarListProps = {
  label: string
  isLabelHidden?: boolean
  workspaces: readonly WorkspaceSummary[]
  currentId?: string
  /** Without it the rows cannot be moved. */
  onMove?: (id: string, index: number) => void
}

export function SidebarList({ label, isLabelHidden = false, workspaces, currentId, onMove }: SidebarListProps) {
  const labelId = useId()
  const hintId = useId()
  return (
    <section aria-labelledby={labelId}>
      <h3 id={labelId} className={isLabelHidden ? 'kr-sr' : styles.label}>
        {label}
      </h3>
      {onMove && (
        <p id={hintId} hidden>
          {texts.useUpAndDownArrows}
        </p>
      )}
      <ul>
        {workspaces.map((workspace, index) => (
          <SidebarRow
            key={workspace.id}
            workspace={workspace}
            index={index}
            isCurrent={workspace.id === currentId}
            hintId={hintId}
            onMove={onMove}
          />
        ))}
      </ul>
    </section>
  )
}

type SidebarRowProps = {
  workspace: WorkspaceSummary
  index: number
  isCurrent: boolean
  hintId: string
  onMove?: (id: string, index: number) => void
}

function SidebarRow({ workspace, index, isCurrent, hintId, onMove }: SidebarRowProps) {
  const { id, title, shortId, slug } = workspace
  const row = useRef<HTMLLIElement>(null)
  const edge = useRowDrag(row, id, index, onMove)

  const moveByKey = (event: KeyboardEvent<HTMLButtonElement>) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (!step || !onMove) return
    event.preventDefault()
    const grip = event.currentTarget
    onMove(id, index + step)
    // The browser drops the focus when the row is moved in the DOM.
    requestAnimationFrame(() => grip.focus())
  }

  return (
    <li ref={row} className={styles.row} data-current={isCurrent || undefined} data-edge={edge}>
      <Link
        to="/b/$workspaceId/{-$workspaceSlug}"
        params={{ workspaceId: shortId, workspaceSlug: slug }}
        className={styles.link}
        aria-current={isCurrent ? 'page' : undefined}
        draggable={false}
      >
        <WorkspaceAvatar id={id} title={title} size={20} />
        <span className="kr-trunc">{title}</span>
      </Link>
      {onMove && (
        <button
          type="button"
          className={styles.grip}
          aria-label={texts.moveTitle(title)}
          aria-describedby={hintId}
          onKeyDown={moveByKey}
        >
          <IconGripVertical className="kr-icon-16" />
        </button>
      )}
      <FavoriteStar workspace={workspace} size="sm" isQuiet />
    </li>
  )
}

const dragKind = 'workspace'

/** Makes a row draggable among its siblings; returns the edge at which the dragged row would be inserted. */
function useRowDrag(
  row: RefObject<HTMLLIElement | null>,
  id: string,
  index: number,
  onMove: SidebarRowProps['onMove'],
): 'top' | 'bottom' | undefined {
  const [edge, setEdge] = useState<'top' | 'bottom'>()
  const latest = useRef({ index, onMove })
  useEffect(() => {
    latest.current = { index, onMove }
  })

  const isMovable = onMove !== undefined
  useEffect(() => {
    const element = row.current
    if (!element || !isMovable) return
    return combine(
      draggable({ element, getInitialData: () => ({ kind: dragKind, id, index: latest.current.index }) }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => source.data.kind === dragKind && source.data.id !== id,
        getData: ({ input }) => attachClosestEdge({}, { element, input, allowedEdges: ['top', 'bottom'] }),
        onDrag: ({ self }) => setEdge(extractClosestEdge(self.data) === 'top' ? 'top' : 'bottom'),
        onDragLeave: () => setEdge(undefined),
        onDrop: ({ self, source }) => {
          setEdge(undefined)
          const from = Number(source.data.index)
          const here = latest.current.index + (extractClosestEdge(self.data) === 'bottom' ? 1 : 0)
          latest.current.onMove?.(String(source.data.id), from < here ? here - 1 : here)
        },
      }),
    )
  }, [row, id, isMovable])

  return edge
}
