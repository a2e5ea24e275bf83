import { useEffect, useRef, useState, type RefObject } from 'react'
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements, monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { attachInstruction, extractInstruction } from '@atlaskit/pragmatic-drag-and-drop-hitbox/tree-item'
import type { ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { planDrop, type DropPlan, type ParagraphRow, type ParagraphPosition } from './paragraph-rows.ts'

const dragKind = 'paragraph'
const indentPixels = 20

type ParagraphDragInput = {
  tree: ParagraphTree
  rows: readonly ParagraphRow[]
  onDrop: (id: string, spot: ParagraphPosition) => void
}

export type ParagraphDrag = { readonly draggedId: string | null; readonly plan: DropPlan | null }

/** The dragged paragraph and its drop target. */
export function useParagraphDrag({ tree, rows, onDrop }: ParagraphDragInput): ParagraphDrag {
  const [drag, setDrag] = useState<ParagraphDrag>({ draggedId: null, plan: null })
  // The monitor is registered once and reads the latest values; registering again would end the drag.
  const latest = useRef({ tree, rows, onDrop })
  useEffect(() => {
    latest.current = { tree, rows, onDrop }
  })
  useEffect(() => {
    const planOf = (id: string, data: Record<string | symbol, unknown> | undefined): DropPlan | null => {
      const now = latest.current
      const target = now.rows.find((row) => row.id === data?.id)
      const instruction = data && extractInstruction(data)
      return target && instruction ? planDrop(now.tree, id, target, instruction) : null
    }
    return monitorForElements({
      canMonitor: ({ source }) => source.data.kind === dragKind,
      onDragStart: ({ source }) => setDrag({ draggedId: String(source.data.id), plan: null }),
      onDrag: ({ source, location }) => {
        const id = String(source.data.id)
        const plan = planOf(id, location.current.dropTargets[0]?.data)
        setDrag((before) => (isSamePlan(before.plan, plan) ? before : { draggedId: id, plan }))
      },
      onDrop: ({ source, location }) => {
        const id = String(source.data.id)
        const plan = planOf(id, location.current.dropTargets[0]?.data)
        setDrag({ draggedId: null, plan: null })
        if (plan) latest.current.onDrop(id, plan.position)
      },
    })
  }, [])
  return drag
}

const isSamePlan = (one: DropPlan | null, other: DropPlan | null) =>
  one?.targetId === other?.targetId && one?.zone === other?.zone && one?.level === other?.level

/** A row that can be dragged by its grip and is a drop target. */
export function useDraggableRow(
  element: RefObject<HTMLElement | null>,
  grip: RefObject<HTMLElement | null>,
  row: ParagraphRow,
): void {
  const latest = useRef(row)
  useEffect(() => {
    latest.current = row
  })
  const { id } = row
  useEffect(() => {
    if (!element.current || !grip.current) return
    const rowElement = element.current
    return combine(
      draggable({ element: rowElement, dragHandle: grip.current, getInitialData: () => ({ kind: dragKind, id }) }),
      dropTargetForElements({
        element: rowElement,
        canDrop: ({ source }) => source.data.kind === dragKind && source.data.id !== id,
        getData: ({ input }) => {
          const { level, paragraph, isFolded, index, siblings } = latest.current
          const isOpen = paragraph.items.length > 0 && !isFolded
          return attachInstruction(
            { id },
            {
              input,
              element: rowElement,
              currentLevel: level - 1,
              indentPerLevel: indentPixels,
              mode: isOpen ? 'expanded' : index === siblings - 1 ? 'last-in-group' : 'standard',
            },
          )
        },
      }),
    )
  }, [id, element, grip])
}
