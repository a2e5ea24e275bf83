/**
 * One person's reordering of a workspace's articles: the moves, the article picked up by the keyboard, the
 * announcements, and conflicts with changes of others. Nothing is sent before Save.
 */
import { useCallback, useMemo, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { OrderEntry } from '@knowreel/shared/workspace/order-tree.ts'
import { rebaseMoves } from '@knowreel/shared/workspace/rebase-moves.rules.ts'
import { ApiError } from '../../platform/api/api-error.ts'
import { api } from '../../platform/api/api.ts'
import { handleError } from '../../platform/api/handle-error.ts'
import * as texts from '../texts.ts'
import { cacheWorkspace } from '../workspace-cache.ts'
import type { BrowsedWorkspace } from '../workspace.queries.ts'
import {
  applyMove,
  isSameOrder,
  planMove,
  planStep,
  positionInOrder,
  startSorting,
  type MoveDirection,
  type OrderPosition,
  type PlannedMove,
} from './reorder.ts'

type GrabbedArticle = { readonly id: string; readonly orderBefore: readonly OrderEntry[] }

type SortingSessionInput = {
  browsed: BrowsedWorkspace
  /** Refetches from the server, bypassing every cache. */
  reload: () => Promise<BrowsedWorkspace>
  onEnd: () => void
}

export type Announcement = { readonly id: number; readonly text: string; readonly isRefusal: boolean }

export function useSortingSession({ browsed, reload, onEnd }: SortingSessionInput) {
  const queryClient = useQueryClient()
  const [base, setBase] = useState(browsed)
  const sorting = useMemo(() => startSorting(base.workspace.order, base.articles), [base])
  const [order, setOrder] = useState<readonly OrderEntry[]>(sorting.initialOrder)
  const [held, setHeld] = useState<GrabbedArticle | null>(null)
  const [note, setNote] = useState<Announcement | null>(null)
  const [moves, setMoves] = useState(0)
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  /** Titles of the articles whose moves the changes of others made impossible. */
  const [droppedMoves, setDroppedMoves] = useState<readonly string[]>([])
  const [isConflict, setConflict] = useState(false)
  const [isSaving, setSaving] = useState(false)

  const titleOf = useCallback((id: string) => `“${sorting.articles.get(id)?.title || texts.untitled}”`, [sorting])
  const say = (text: string, isRefusal = false) => setNote((last) => ({ id: (last?.id ?? 0) + 1, text, isRefusal }))

  const whereIs = (id: string, tree: readonly OrderEntry[]) => {
    const { parentId, index, siblings } = positionInOrder(tree, id)
    const level = parentId === null ? texts.atTheTopLevel : texts.underParentId(titleOf(parentId))
    return texts.positionIndexOfSiblingsLevel(index + 1, siblings, level)
  }

  const carryOut = (id: string, plan: PlannedMove): boolean => {
    if ('refusal' in plan) {
      say(texts.idCantBeMovedThere(titleOf(id), plan.refusal), true)
      return false
    }
    const next = applyMove(order, id, plan.to)
    setOrder(next)
    setMoves((count) => count + 1)
    setTouched((ids) => new Set(ids).add(id))
    say(`${titleOf(id)}: ${whereIs(id, next)}.`)
    return true
  }

  const save = async () => {
    setSaving(true)
    setHeld(null)
    try {
      const { workspace } = await api.workspace.saveOrder({
        params: { id: base.workspace.id },
        body: { order: [...order], baseRevision: base.workspace.orderRevision },
      })
      cacheWorkspace(queryClient, workspace)
      onEnd()
    } catch (error) {
      if (error instanceof ApiError && error.code === 'order_changed') await meetOthers().catch(handleError)
      else handleError(error)
    } finally {
      setSaving(false)
    }
  }

  /** Fetches the changes of others and applies this person's moves on top; saving then continues from there. */
  const meetOthers = async () => {
    const latest = await reload()
    const theirs = startSorting(latest.workspace.order, latest.articles)
    const own = { base: sorting.initialOrder, mine: order, touched }
    const rebased = rebaseMoves(
      own,
      theirs.initialOrder,
      (tree, id, to) => !('refusal' in planMove(tree, id, to, theirs)),
    )
    setBase(latest)
    setOrder(rebased.order)
    setDroppedMoves(rebased.dropped.map(titleOf))
    setConflict(true)
    setNote(null)
  }

  return {
    order,
    sorting,
    held,
    note,
    moves,
    isConflict,
    droppedMoves,
    isSaving,
    isDirty: !isSameOrder(order, sorting.initialOrder),
    titleOf,
    planStep: (id: string, direction: MoveDirection) => planStep(order, id, direction, sorting),
    planMove: (id: string, to: OrderPosition) => planMove(order, id, to, sorting),
    carryOut,
    save,
    /** Drops this person's order in favour of the others'. */
    takeTheirs: () => {
      setOrder(sorting.initialOrder)
      setTouched(new Set())
      setConflict(false)
      say(texts.theCurrentOrderIsShown)
    },
    pickUp: (id: string) => {
      setHeld({ id, orderBefore: order })
      say(texts.pickedUpIdArrowKeys(titleOf(id)))
    },
    putDown: () => {
      if (held) say(texts.droppedIdId2(titleOf(held.id), whereIs(held.id, order)))
      setHeld(null)
    },
    cancelMove: () => {
      if (!held) return
      setOrder(held.orderBefore)
      say(texts.idIsBackId2(titleOf(held.id), whereIs(held.id, held.orderBefore)))
      setHeld(null)
    },
  }
}

export type SortingSession = ReturnType<typeof useSortingSession>
