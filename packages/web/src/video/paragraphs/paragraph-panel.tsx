import {
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import {
  renameParagraph,
  setParagraphTags,
  insertParagraph,
} from '@knowreel/shared/video/paragraph/paragraph-tree.rules.ts'
import { paragraphAt, positionsOf, type ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { paragraphActions } from '../editing/blocks/paragraph-actions.ts'
import type { VideoEditorController } from '../editing/video-editor-controller.ts'
import { ParagraphMenu, type OpenParagraphMenu } from './paragraph-menu.tsx'
import { ParagraphRowView, type RowHandlers } from './paragraph-row.tsx'
import { paragraphRows, visibleRowId, stepForKey, type ParagraphRow, type ParagraphPosition } from './paragraph-rows.ts'
import { ParagraphTags, type TagFieldComponent } from './paragraph-tags.tsx'
import { useParagraphDrag } from './use-paragraph-drag.ts'
import styles from './paragraphs.module.css'
import { readSetting, writeSetting } from '../../platform/browser-storage.ts'
import * as texts from '../texts.ts'
import { consumeMenuKey } from '../../ui/menu/menu-key.ts'
import { IconPlus } from '@tabler/icons-react'
import { newKey } from '@knowreel/shared/identity/ids.ts'
import { Kbd } from '../../ui/chip.tsx'
import { timeLabel } from '../timeline/timeline-geometry.ts'
import { usePlayerTime } from '../watch/use-media-player.ts'

const storageKey = 'knowreel.folded-paragraphs'
/** Limit over all articles; beyond it, the paragraphs folded longest ago unfold. */
const maxStored = 500

const readFoldedIds = (): string[] => {
  const kept = readSetting(storageKey)
  return kept === null || kept === '' ? [] : kept.split(' ')
}

/** Which paragraphs are folded is stored in this browser only. */
function useFoldedParagraphs() {
  const [folded, setFolded] = useState<ReadonlySet<string>>(() => new Set(readFoldedIds()))
  const fold = useCallback((id: string, isFolded: boolean) => {
    const rest = readFoldedIds().filter((one) => one !== id)
    const next = isFolded ? [...rest, id].slice(-maxStored) : rest
    writeSetting(storageKey, next.join(' '))
    setFolded(new Set(next))
  }, [])
  return { folded, fold }
}

type ParagraphPanelProps = {
  controller: VideoEditorController
  TagField: TagFieldComponent
  /** Beside the heading. */
  headAction?: ReactNode
}

/** The paragraphs of the recording being edited: a tree of two levels that follows the play head. */
export function ParagraphPanel({ controller, TagField, headAction = null }: ParagraphPanelProps) {
  const { tree } = controller
  const { folded, fold } = useFoldedParagraphs()
  const rows = useParagraphRows(tree, folded)
  const [namedId, setNamedId] = useState<string | null>(null)
  const [taggedId, setTaggedId] = useState<string | null>(null)
  const [menu, setMenu] = useState<OpenParagraphMenu | null>(null)
  const list = useRef<HTMLDivElement>(null)

  const latest = useRef({ controller, rows })
  useEffect(() => {
    latest.current = { controller, rows }
  })
  const actions = useMemo(() => paragraphActions(() => controller), [controller])

  const currentId = visibleRowId(rows, tree, useCurrentParagraph(controller))
  const selectedId = visibleRowId(rows, tree, controller.selectedId)
  const stopId = selectedId ?? currentId ?? rows[0]?.id ?? null
  useScrollToCurrent(list, currentId)
  const keepFocus = useRestoreFocus(list, stopId, tree)

  const unfoldAround = useCallback((parentId: string | null) => parentId !== null && fold(parentId, false), [fold])
  const drop = useCallback(
    (id: string, spot: ParagraphPosition) => {
      actions.move(id, spot)
      unfoldAround(spot.parentId)
    },
    [actions, unfoldAround],
  )
  const drag = useParagraphDrag({ tree, rows, onDrop: drop })

  const focusRow = useCallback((id: string) => {
    const row = list.current?.querySelector<HTMLElement>(`[data-paragraph="${CSS.escape(id)}"]`)
    const field = row?.querySelector('input') ?? row
    field?.focus()
  }, [])
  const handlers = useMemo((): RowHandlers => {
    const now = () => latest.current
    return {
      onFold: fold,
      onRename: setNamedId,
      onSaveTitle: (id, title) => now().controller.change((all) => renameParagraph(all, id, title)),
      onRenameEnd(id, byKey) {
        setNamedId(null)
        if (byKey) requestAnimationFrame(() => focusRow(id))
      },
      onMenu: (id, box) => setMenu({ id, box }),
    }
  }, [fold, focusRow])

  const pressKey = (event: KeyboardEvent) => {
    const row = rows.find(({ id }) => id === stopId)
    if (!row || event.ctrlKey || event.metaKey || namedId !== null || taggedId !== null) return
    const { id } = row
    if (event.altKey) {
      if (event.key === 'ArrowUp') actions.shift(id, -1)
      else if (event.key === 'ArrowDown') actions.shift(id, 1)
      else if (event.key === 'ArrowLeft') actions.unnest(id)
      else if (event.key === 'ArrowRight') {
        unfoldAround(tree[row.index - 1]?.id ?? null)
        actions.nest(id)
      } else return
      keepFocus()
    } else {
      const step = stepForKey(rows, id, event.key)
      if (step && 'go' in step) focusRow(step.go)
      else if (step) fold(id, step.fold)
      else if (event.key === 'Enter') controller.seek(row.start)
      else if (event.key === 'F2') setNamedId(id)
      else if (event.key === 'Delete') {
        keepFocus()
        void actions.remove(id)
      } else if (consumeMenuKey(event)) {
        const box = list.current?.querySelector(`[data-paragraph="${CSS.escape(id)}"]`)?.getBoundingClientRect()
        if (box) setMenu({ id, box })
      } else return
    }
    event.preventDefault()
  }

  const rowUnder = ({ target }: { target: EventTarget }) => {
    const id = target instanceof Element && target.closest<HTMLElement>('[data-paragraph]')?.dataset.paragraph
    return rows.find((row) => row.id === id)
  }

  return (
    <section className={styles.panel} aria-label={texts.paragraphs}>
      <div className={styles.head}>
        <h2>{texts.paragraphs}</h2>
        <span className="kr-count">{positionsOf(tree).length}</span>
        {headAction}
      </div>
      <div
        ref={list}
        role="tree"
        aria-label={texts.paragraphs}
        className={styles.tree}
        onKeyDown={pressKey}
        onFocus={(event) => {
          const row = rowUnder(event)
          if (row) controller.select(row.id)
        }}
        onClick={(event) => {
          const row = rowUnder(event)
          if (row) controller.seek(row.start)
        }}
        onContextMenu={(event) => {
          const row = rowUnder(event)
          if (!row || row.id === namedId || row.id === taggedId) return
          event.preventDefault()
          setMenu({ id: row.id, box: new DOMRect(event.clientX, event.clientY, 0, 0) })
        }}
      >
        {rows.map((row) => (
          <ParagraphRowView
            key={row.id}
            row={row}
            handlers={handlers}
            isCurrent={row.id === currentId}
            isSelected={row.id === selectedId}
            isTabStop={row.id === stopId}
            isRenaming={row.id === namedId}
            isDragged={row.id === drag.draggedId}
            isMenuOpen={row.id === menu?.id}
            plan={row.id === drag.plan?.targetId ? drag.plan : null}
            tagField={
              row.id === taggedId ? (
                <ParagraphTags
                  tags={row.paragraph.tags}
                  TagField={TagField}
                  onChange={(tags) => controller.change((all) => setParagraphTags(all, row.id, tags))}
                  onEnd={(byKey) => {
                    setTaggedId(null)
                    if (byKey) focusRow(row.id)
                  }}
                />
              ) : null
            }
          />
        ))}
      </div>
      <AddParagraph controller={controller} />
      <ParagraphMenu
        menu={menu}
        row={rows.find(({ id }) => id === menu?.id)}
        actions={actions}
        onRename={setNamedId}
        onTags={setTaggedId}
        onClose={() => {
          const id = menu?.id
          setMenu(null)
          // Once the menu has closed: focus the field that an item opened, otherwise the row, unless a dialog has the
          // focus.
          requestAnimationFrame(() => {
            const { activeElement } = document
            if (id && (activeElement === document.body || activeElement?.closest('[role="menu"]'))) focusRow(id)
          })
        }}
      />
    </section>
  )
}

/** Unchanged rows keep their identity, so that a change of one row renders only that row. */
function useParagraphRows(tree: ParagraphTree, folded: ReadonlySet<string>): readonly ParagraphRow[] {
  const [made, setMade] = useState(() => ({ tree, folded, rows: paragraphRows(tree, folded) }))
  if (made.tree === tree && made.folded === folded) return made.rows
  const rows = paragraphRows(tree, folded, made.rows)
  setMade({ tree, folded, rows })
  return rows
}

const pollMs = 120

/** The paragraph under the play head; the list renders only when it changes. */
function useCurrentParagraph({ tree, playback: { player, state } }: VideoEditorController): string | null {
  const [id, setId] = useState<string | null>(null)
  const play = state?.play
  useEffect(() => {
    if (!player) return
    const read = () => setId(paragraphAt(tree, player.time())?.paragraph.id ?? null)
    read()
    const stop = player.subscribe(read)
    const timer = setInterval(read, pollMs)
    return () => {
      stop()
      clearInterval(timer)
    }
  }, [tree, player, play])
  return id
}

/** Keeps the playing row visible, unless someone is using the list. */
function useScrollToCurrent(list: RefObject<HTMLDivElement | null>, currentId: string | null): void {
  useEffect(() => {
    const element = list.current
    const row = currentId === null ? null : element?.querySelector(`[data-paragraph="${CSS.escape(currentId)}"]`)
    if (!element || !row || element.matches(':hover, :focus-within')) return
    if (element.scrollHeight <= element.clientHeight) return
    const [box, frame] = [row.getBoundingClientRect(), element.getBoundingClientRect()]
    if (box.top >= frame.top && box.bottom <= frame.bottom) return
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    const top = element.scrollTop + box.top - frame.top - (frame.height - box.height) / 2
    element.scrollTo({ top, behavior: isCalm ? 'auto' : 'smooth' })
  }, [list, currentId])
}

/** A row that is moved or removed loses the focus; this restores it to the row that the keyboard was on. */
function useRestoreFocus(list: RefObject<HTMLDivElement | null>, stopId: string | null, tree: unknown): () => void {
  const isWanted = useRef(false)
  useEffect(() => {
    if (!isWanted.current || stopId === null) return
    isWanted.current = false
    list.current?.querySelector<HTMLElement>(`[data-paragraph="${CSS.escape(stopId)}"]`)?.focus()
  }, [list, stopId, tree])
  return useCallback(() => {
    isWanted.current = true
  }, [])
}

/** Starts a paragraph at the play head; the key P of the editor does the same. */
function AddParagraph({ controller }: { controller: VideoEditorController }) {
  const { player, state } = controller.playback
  const time = usePlayerTime(player, state?.play, 250)
  const add = () => {
    const id = newKey()
    const at = player?.time() ?? 0
    if (controller.change((tree) => insertParagraph(tree, at, { id }))) controller.select(id)
  }
  return (
    <button type="button" className={styles.add} aria-keyshortcuts="P" onClick={add}>
      <IconPlus className="kr-icon-14" />
      <span className="kr-grow">
        {texts.addAParagraphAt}
        <span className="kr-num">{timeLabel(time)}</span>
      </span>
      <Kbd>P</Kbd>
    </button>
  )
}
