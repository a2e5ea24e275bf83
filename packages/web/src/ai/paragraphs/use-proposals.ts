import { useEffect, useMemo, useState } from 'react'
import type { AiParagraphsResult } from '@knowreel/shared/ai/ai.streams.ts'
import { acceptProposal, revokeProposal, titleAtProposal, withRanges } from '@knowreel/shared/ai/paragraph-proposal.ts'
import { newKey } from '@knowreel/shared/identity/ids.ts'
import type { VideoEditorController } from '../../video/index.ts'
import { readProposals, type ProposalItem } from './smart-paragraphs.ts'

export type Proposals = {
  readonly items: readonly ProposalItem[]
  readonly openKey: number | null
  readonly open: (key: number | null) => void
  readonly change: (key: number, change: Partial<Pick<ProposalItem, 'title' | 'level'>>) => void
  /** Adds or drops it and opens the next one. */
  readonly add: (key: number) => void
  readonly drop: (key: number) => void
  readonly takeBack: (key: number) => void
  readonly addRest: () => void
  readonly dropRest: () => void
}

/** The state of each proposal; those that are still open are shown on the timeline. */
export function useProposals(result: AiParagraphsResult, controller: VideoEditorController): Proposals {
  const [made, setMade] = useState(() => ({ result, items: readProposals(result) as readonly ProposalItem[] }))
  const [openKey, setOpenKey] = useState<number | null>(made.items[0]?.key ?? null)
  if (made.result !== result) {
    const items = readProposals(result)
    setMade({ result, items })
    setOpenKey(items[0]?.key ?? null)
  }
  const { items } = made
  const setItems = (next: readonly ProposalItem[]) => setMade({ result, items: next })
  useShownBlocks(items, openKey, controller, setOpenKey)

  const replace = (key: number, part: Partial<ProposalItem>) =>
    setItems(items.map((item) => (item.key === key ? { ...item, ...part } : item)))
  const open = (key: number | null) => {
    setOpenKey(key)
    const item = items.find((one) => one.key === key)
    if (item) controller.seek(item.position)
  }
  const openNext = (key: number) => {
    const rest = items.filter((item) => item.state === 'open' && item.key !== key)
    open((rest.find((item) => item.key > key) ?? rest[0])?.key ?? null)
  }
  const accept = (item: ProposalItem): ProposalItem | null => {
    const formerTitle = titleAtProposal(controller.tree, item)
    const isDone = controller.change((tree) => acceptProposal(tree, item, newKey()))
    return isDone ? { ...item, state: 'added', formerTitle } : null
  }

  return {
    items,
    openKey,
    open,
    change(key, part) {
      const next = items.map((item) => (item.key === key ? { ...item, ...part } : item))
      const end = controller.duration
      const ranges = withRanges(
        next.map(({ title, position, level }) => ({ title, start: position, level })),
        end,
        () => null,
      )
      setItems(next.map((item, at) => ({ ...item, duration: ranges[at]?.duration ?? item.duration })))
    },
    add(key) {
      const item = items.find((one) => one.key === key)
      const added = item && item.title.trim() !== '' ? accept(item) : null
      if (added === null) return
      replace(key, added)
      openNext(key)
    },
    drop(key) {
      replace(key, { state: 'dropped' })
      openNext(key)
    },
    takeBack(key) {
      const item = items.find((one) => one.key === key)
      if (!item) return
      const isBack =
        item.state === 'dropped' || controller.change((tree) => revokeProposal(tree, item, item.formerTitle))
      if (!isBack) return
      replace(key, { state: 'open', formerTitle: null })
      setOpenKey(key)
    },
    addRest() {
      const rest = items.filter(({ state, title }) => state === 'open' && title.trim() !== '')
      const former = new Map(rest.map((item) => [item.key, titleAtProposal(controller.tree, item)]))
      const isDone = controller.change((tree) =>
        rest.reduce((changed, item) => acceptProposal(changed, item, newKey()), tree),
      )
      if (!isDone) return
      setItems(
        items.map((item) =>
          former.has(item.key) ? { ...item, state: 'added', formerTitle: former.get(item.key) ?? null } : item,
        ),
      )
      setOpenKey(null)
    },
    dropRest() {
      setItems(items.map((item) => (item.state === 'open' ? { ...item, state: 'dropped' } : item)))
      setOpenKey(null)
    },
  }
}

function useShownBlocks(
  items: readonly ProposalItem[],
  openKey: number | null,
  { setProposedBlocks }: VideoEditorController,
  onOpen: (key: number) => void,
): void {
  const blocks = useMemo(
    () =>
      items
        .filter(({ state }) => state === 'open')
        .map(({ key, title, position, duration, level }) => ({
          key,
          title,
          level,
          start: position,
          end: position + duration,
          isOpen: key === openKey,
          onOpen: () => onOpen(key),
        })),
    [items, openKey, onOpen],
  )
  useEffect(() => {
    setProposedBlocks(blocks)
    return () => setProposedBlocks([])
  }, [blocks, setProposedBlocks])
}
