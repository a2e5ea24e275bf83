import { useEffect, useMemo, useRef, useState, type CSSProperties, type KeyboardEvent } from 'react'
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements, monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { attachInstruction, extractInstruction } from '@atlaskit/pragmatic-drag-and-drop-hitbox/tree-item'
import { IconGripVertical } from '@tabler/icons-react'
import type { DropHint } from './drop-hint.ts'
import { getDropHint } from './drop-hint.ts'
import type { MoveDirection } from './reorder.ts'
import type { SortingSession } from './sorting-session.ts'
import { ArticleTitle, FoldToggle } from './tree-row-parts.tsx'
import { treeRows, type TreeRow } from './tree-rows.ts'
import { VirtualTree } from './virtual-tree.tsx'
import styles from './tree.module.css'

const indentPixels = 20

const directions: Record<string, MoveDirection | undefined> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
}

type SortingTreeProps = {
  session: SortingSession
  label: string
  describedBy: string
  /** The row that the arrows and buttons move. */
  activeId: string | undefined
  onActiveChange: (id: string) => void
}

/** The tree in reorder mode: rows are dragged, or picked up by keyboard and moved with the arrows. */
export function SortingTree({ session, label, describedBy, activeId, onActiveChange }: SortingTreeProps) {
  const { order, sorting, held } = session
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const [draggedId, setDraggedId] = useState<string | null>(null)
  const [hint, setHint] = useState<DropHint | null>(null)
  const activeArticles = useMemo(
    () => [...sorting.articles.values()].filter(({ isArchived }) => !isArchived),
    [sorting],
  )
  const rows = useMemo(() => treeRows(order, activeArticles, { folded }), [order, activeArticles, folded])

  const setRowFolded = (id: string, isFolded: boolean) =>
    setFolded((current) => {
      const next = new Set(current)
      if (isFolded) next.add(id)
      else next.delete(id)
      return next
    })

  const step = (id: string, direction: MoveDirection) => {
    const plan = session.planStep(id, direction)
    if (session.carryOut(id, plan) && 'to' in plan && plan.to.parentId !== null) setRowFolded(plan.to.parentId, false)
  }

  const pressKey = (row: TreeRow, event: KeyboardEvent): 'handled' | 'moved' | null => {
    const direction = directions[event.key]
    const isPress = event.key === ' ' || event.key === 'Enter'
    if (direction && (event.altKey || held)) {
      step(held?.id ?? row.id, direction)
      return 'moved'
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return null
    if (held) {
      if (isPress || event.key === 'Tab') session.putDown()
      else if (event.key === 'Escape') session.cancelMove()
      else return ['Home', 'End'].includes(event.key) ? 'handled' : null
      if (event.key === 'Escape') event.stopPropagation()
      return event.key === 'Tab' ? null : 'moved'
    }
    if (!isPress) return null
    session.pickUp(row.id)
    return 'handled'
  }

  // The monitor is registered once and reads the current values; re-registering during a drag would lose the drag.
  const latest = useRef({ session, rows, setRowFolded })
  useEffect(() => {
    latest.current = { session, rows, setRowFolded }
  })

  useEffect(
    () =>
      monitorForElements({
        canMonitor: ({ source }) => source.data.kind === dragKind,
        onDragStart: ({ source }) => {
          latest.current.session.putDown()
          setDraggedId(String(source.data.id))
        },
        onDrag: ({ source, location }) => {
          const next = readHint(latest.current, String(source.data.id), location.current.dropTargets[0]?.data)
          setHint((current) => (isSameHint(current, next) ? current : next))
        },
        onDrop: ({ source, location }) => {
          const id = String(source.data.id)
          const dropped = readHint(latest.current, id, location.current.dropTargets[0]?.data)
          setDraggedId(null)
          setHint(null)
          if (!dropped) return
          if (latest.current.session.carryOut(id, dropped.plan) && dropped.zone === 'inside')
            latest.current.setRowFolded(dropped.targetId, false)
        },
      }),
    [],
  )

  return (
    <VirtualTree
      label={label}
      describedBy={describedBy}
      rows={rows}
      startId={activeId}
      scrollKey={session.moves}
      onFold={setRowFolded}
      onRowKey={pressKey}
      onActiveChange={(row) => onActiveChange(row.id)}
      attributesOf={(row) => ({
        'aria-selected': row.id === activeId,
        'data-held': held?.id === row.id || undefined,
        // Escape puts the article back; it must not close the sheet around the tree.
        'data-mantine-stop-propagation': held?.id === row.id ? 'true' : undefined,
        'data-dragged': draggedId === row.id || undefined,
        'data-drop': hint?.targetId === row.id ? hint.zone : undefined,
        'data-blocked': (hint?.targetId === row.id && 'refusal' in hint.plan) || undefined,
        style: hint?.targetId === row.id ? ({ '--drop-level': hint.level } as CSSProperties) : undefined,
      })}
      renderRow={(row) => (
        <>
          <FoldToggle row={row} onFold={setRowFolded} />
          <SortableRow row={row} />
        </>
      )}
    />
  )
}

const dragKind = 'article'

type Latest = { session: SortingSession; rows: readonly TreeRow[] }

function readHint(
  { session, rows }: Latest,
  id: string,
  data: Record<string | symbol, unknown> | undefined,
): DropHint | null {
  const target = rows.find((row) => row.id === data?.id)
  const instruction = data && extractInstruction(data)
  if (!target || !instruction) return null
  return getDropHint({ order: session.order, rows, id, target, instruction, planMove: session.planMove })
}

const isSameHint = (one: DropHint | null, other: DropHint | null) =>
  one?.targetId === other?.targetId && one?.zone === other?.zone && one?.level === other?.level

function SortableRow({ row }: { row: TreeRow }) {
  const label = useRef<HTMLSpanElement>(null)
  const latest = useRef(row)
  useEffect(() => {
    latest.current = row
  })

  const { id } = row
  useEffect(() => {
    const element = label.current?.closest<HTMLElement>('[role="treeitem"]')
    if (!element) return
    return combine(
      draggable({ element, getInitialData: () => ({ kind: dragKind, id }) }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => source.data.kind === dragKind && source.data.id !== id,
        getData: ({ input }) => {
          const { level, hasItems, isFolded, position, siblings } = latest.current
          return attachInstruction(
            { id },
            {
              input,
              element,
              currentLevel: level - 1,
              indentPerLevel: indentPixels,
              mode: hasItems && !isFolded ? 'expanded' : position === siblings ? 'last-in-group' : 'standard',
            },
          )
        },
      }),
    )
  }, [id])

  return (
    <span ref={label} className={`${styles.link} ${styles.sorted}`}>
      <ArticleTitle article={row.article} />
      <IconGripVertical className={`kr-icon-16 ${styles.grip}`} aria-hidden />
    </span>
  )
}
