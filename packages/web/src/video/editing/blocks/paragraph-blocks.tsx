import {
  memo,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type SyntheticEvent,
} from 'react'
import { moveParagraph } from '@knowreel/shared/video/paragraph/paragraph-tree.rules.ts'
import type { ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { blockDropAt } from '../../timeline/block-drop.ts'
import { timelineBlocks, type TimelineBlock } from '../../timeline/timeline-blocks.ts'
import { isFit, scrollToTime, timeLabel, toPx, toTime } from '../../timeline/timeline-geometry.ts'
import { BlockMenu, type MenuPosition } from './block-menu.tsx'
import { BorderHandles, useBorderDrag } from './border-handles.tsx'
import { startDrag, waitForLongPress } from '../drag-session.ts'
import type { ParagraphActions } from './paragraph-actions.ts'
import type { PlayHeadController } from '../play-head-controller.ts'
import { positionBlocks, secondRowPx } from './position-blocks.ts'
import { ProposedBlocks } from './proposed-blocks.tsx'
import { RenameField } from './rename-field.tsx'
import { useDrawing } from '../signal.ts'
import * as texts from '../texts.ts'
import { useLatest, type TimelineScene } from '../timeline-scene.ts'
import type { VideoEditorController } from '../video-editor-controller.ts'
import styles from './paragraph-blocks.module.css'

type ParagraphBlocksProps = {
  scene: TimelineScene
  controller: VideoEditorController
  actions: ParagraphActions
  playHead: PlayHeadController
  currentId: string | null
  area: () => HTMLElement | null
}

/** Smaller movements are not a drag. */
const dragThresholdPx = 4

/**
 * The paragraphs in two rows, where they are selected, renamed, sorted, joined and deleted, and their borders are
 * moved.
 */
export function ParagraphBlocks({ scene, controller, actions, playHead, currentId, area }: ParagraphBlocksProps) {
  const { tree, selectedId, select } = controller
  const list = useRef<HTMLDivElement>(null)
  const line = useRef<HTMLElement>(null)
  const [menu, setMenu] = useState<MenuPosition | null>(null)
  const { read: readRenamedId, write: setRenamedId, subscribe } = scene.renamedId
  const renamedId = useSyncExternalStore(subscribe, readRenamedId)
  const isInside = useRef(false)
  const latest = useLatest(controller)
  const dragBorder = useBorderDrag(scene, latest, playHead, area)
  const blocks = timelineBlocks(tree)
  const stopId = blocks.some(({ paragraph }) => paragraph.id === selectedId) ? selectedId : blocks[0]?.paragraph.id
  const current = blocks.find(({ paragraph }) => paragraph.id === currentId)

  useDrawing([scene.view, scene.tree, scene.dragged], () => {
    if (list.current) positionBlocks(list.current.children, scene)
    const dragged = scene.dragged.read()
    if (!line.current) return
    line.current.hidden = dragged === null
    line.current.parentElement?.toggleAttribute('data-dragging', dragged !== null)
    if (dragged === null) return
    line.current.dataset.level = dragged.drop.parentId === null ? '1' : '2'
    line.current.toggleAttribute('data-refused', isRefused(tree, dragged.id, dragged.drop))
    line.current.style.transform = `translateX(${toPx(scene.view.read(), dragged.drop.at)}px)`
  })

  const focus = (id: string) => {
    const index = blocks.findIndex(({ paragraph }) => paragraph.id === id)
    const block = blocks[index]
    if (!block) return
    scene.view.write(scrollToTime(scene.view.read(), scene.duration(), block.start))
    select(id)
    // Scroll into view first: a hidden element cannot receive focus.
    requestAnimationFrame(() => {
      const element = list.current?.children[index]
      if (element instanceof HTMLElement) element.focus({ preventScroll: true })
    })
  }
  const focusStop = () => list.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true })
  // After a deletion or join by keyboard, focus moves to the neighbour; otherwise the removed element would take it
  // along.
  useLayoutEffect(() => {
    if (isInside.current && document.activeElement === document.body) focusStop()
  })
  const endRename = (id: string, title: string | null, byKey: boolean) => {
    setRenamedId(null)
    if (title !== null) actions.rename(id, title)
    if (byKey) focus(id)
  }

  /** A finger began to drag after a long press, when the browser had not yet decided whether it scrolls. */
  const isHeld = useRef(false)
  useEffect(() => {
    const element = list.current
    const keepPage = (event: TouchEvent) => isHeld.current && event.cancelable && event.preventDefault()
    // React's listeners cannot prevent scrolling.
    element?.addEventListener('touchmove', keepPage, { passive: false })
    return () => element?.removeEventListener('touchmove', keepPage)
  }, [])
  /** A finger presses a block that was not selected. */
  const isPressed = useRef(false)

  const grab = (event: PointerEvent<HTMLDivElement>) => {
    const block = blockElement(event)
    const id = block?.dataset.id
    if (!block || id === undefined || event.button !== 0) return
    const isMouse = event.pointerType === 'mouse'
    if (isMouse && event.target instanceof Element && event.target.closest('[data-edge]')) return dragBorder(event, id)
    isPressed.current = !isMouse && id !== selectedId
    // A moving finger scrolls, unless it is on the selected block.
    if (isPressed.current) {
      return waitForLongPress(event, {
        onHold() {
          isHeld.current = true
          select(id)
          drag(event, block, id)
        },
        onSwipe() {
          if (isFit(scene.view.read(), scene.duration())) select(id)
        },
      })
    }
    event.stopPropagation()
    drag(event, block, id)
  }
  const drag = (event: PointerEvent<HTMLDivElement>, block: HTMLElement, id: string) => {
    const held = latest.current.tree
    const begin = { x: event.clientX, y: event.clientY }
    const top = list.current?.getBoundingClientRect().top ?? 0
    let hasMoved = false
    startDrag(event, {
      target: block,
      area,
      scene,
      onMove(px, { clientX, clientY }) {
        if (!hasMoved && Math.hypot(clientX - begin.x, clientY - begin.y) <= dragThresholdPx) return
        if (!hasMoved) select(id)
        hasMoved = true
        const level = clientY - top < secondRowPx - 2 ? 1 : 2
        const drop = blockDropAt(held, id, level, toTime(scene.view.read(), px))
        scene.dragged.write({ id, px: clientX - begin.x, drop })
      },
      onEnd(isDone) {
        const drop = scene.dragged.read()?.drop
        isHeld.current = false
        scene.dragged.write(null)
        if (!isDone) return
        if (drop) actions.move(id, drop)
        else pick(id, begin.x)
      },
    })
  }
  const pick = (id: string, clientX: number) => {
    select(id)
    playHead.seek(toTime(scene.view.read(), clientX - (area()?.getBoundingClientRect().left ?? 0)))
  }

  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    const id = blockElement(event)?.dataset.id
    const at = blocks.findIndex(({ paragraph }) => paragraph.id === id)
    const block = blocks[at]
    if (id === undefined || !block || event.ctrlKey || event.metaKey) return
    const keys = event.altKey ? moveKeys(id, actions) : navigationKeys(blocks, at, focus)
    const run = keys[event.key] ?? (event.altKey ? undefined : ownKeys(id)[event.key])
    if (!run) return
    event.preventDefault()
    run()
  }
  const ownKeys = (id: string): Record<string, () => void> => ({
    Enter: () => playHead.seek(blocks.find(({ paragraph }) => paragraph.id === id)?.start ?? 0),
    F2: () => setRenamedId(id),
    Delete: () => void actions.remove(id),
    Backspace: () => void actions.remove(id),
    j: () => actions.merge(id),
  })

  const openMenu = (event: MouseEvent<HTMLDivElement>) => {
    const id = blockElement(event)?.dataset.id
    if (id === undefined) return
    event.preventDefault()
    // On Android, the first long press selects the block and the next one opens its menu.
    if (isPressed.current) return
    select(id)
    setMenu({ id, x: event.clientX, y: event.clientY })
  }
  const menuBlock = menu && blocks.find(({ paragraph }) => paragraph.id === menu.id)
  const renamed = blocks.find(({ paragraph }) => paragraph.id === renamedId)

  return (
    <div
      className={styles.rows}
      data-flat={[...blocks, ...controller.proposedBlocks].every(({ level }) => level === 1) || undefined}
    >
      <div
        ref={list}
        role="tree"
        aria-label={texts.timeline}
        aria-orientation="horizontal"
        className={styles.blocks}
        onFocus={() => (isInside.current = true)}
        onBlur={() => (isInside.current = false)}
        onKeyDown={press}
        onPointerDown={grab}
        onPointerUp={() => (isPressed.current = false)}
        onPointerCancel={() => (isPressed.current = false)}
        onContextMenu={openMenu}
        onDoubleClick={(event) => setRenamedId(blockElement(event)?.dataset.id ?? null)}
        onClick={(event) => {
          // Clicks without a preceding grab: a finger, or activation by a screen reader.
          const id = blockElement(event)?.dataset.id
          if (id !== undefined && id !== selectedId) pick(id, event.clientX)
        }}
      >
        {blocks.map((block) => (
          <Block
            key={block.paragraph.id}
            block={block}
            isSelected={block.paragraph.id === selectedId}
            isCurrent={block.paragraph.id === currentId}
            isParentOfCurrent={block.paragraph.id === current?.parentId}
            isTabStop={block.paragraph.id === stopId}
          />
        ))}
      </div>
      <i ref={line} className={styles.dropLine} hidden />
      <BorderHandles scene={scene} controller={controller} onDrag={dragBorder} />
      {controller.proposedBlocks.length > 0 && <ProposedBlocks scene={scene} blocks={controller.proposedBlocks} />}
      {renamed && <RenameField scene={scene} block={renamed} onEnd={endRename} />}
      {menu && menuBlock && (
        <BlockMenu
          menuPosition={menu}
          block={menuBlock}
          isFirst={menuBlock === blocks[0]}
          actions={actions}
          onPlay={() => playHead.seek(menuBlock.start)}
          onRename={() => {
            setMenu(null)
            setRenamedId(menu.id)
          }}
          onClose={() => {
            setMenu(null)
            requestAnimationFrame(focusStop)
          }}
        />
      )}
    </div>
  )
}

function isRefused(tree: ParagraphTree, id: string, drop: { parentId: string | null; index: number }): boolean {
  try {
    moveParagraph(tree, id, drop)
    return false
  } catch {
    return true
  }
}

function navigationKeys(
  blocks: readonly TimelineBlock[],
  at: number,
  focus: (id: string) => void,
): Record<string, () => void> {
  const go = (to: TimelineBlock | undefined) => to && focus(to.paragraph.id)
  const block = blocks[at]
  return {
    ArrowRight: () => go(blocks[at + 1]),
    ArrowLeft: () => go(blocks[at - 1]),
    ArrowDown: () => go(blocks.find(({ parentId }) => parentId === block?.paragraph.id)),
    ArrowUp: () => go(blocks.find(({ paragraph }) => paragraph.id === block?.parentId)),
    Home: () => go(blocks[0]),
    End: () => go(blocks.at(-1)),
  }
}

const moveKeys = (id: string, actions: ParagraphActions): Record<string, () => void> => ({
  ArrowRight: () => actions.shift(id, 1),
  ArrowLeft: () => actions.shift(id, -1),
  ArrowDown: () => actions.nest(id),
  ArrowUp: () => actions.unnest(id),
})

type BlockProps = {
  block: TimelineBlock
  isSelected: boolean
  isCurrent: boolean
  /** The play head is in one of its sub-paragraphs. */
  isParentOfCurrent: boolean
  isTabStop: boolean
}

const blockElement = (event: SyntheticEvent): HTMLElement | null =>
  event.target instanceof Element ? event.target.closest<HTMLElement>('[role="treeitem"]') : null

const Block = memo(
  function Block({ block, isSelected, isCurrent, isParentOfCurrent, isTabStop }: BlockProps) {
    const { id, title } = block.paragraph
    return (
      <div
        role="treeitem"
        className={styles.block}
        data-id={id}
        data-level={block.level}
        data-current={isCurrent || isParentOfCurrent || undefined}
        aria-level={block.level}
        aria-selected={isSelected}
        aria-current={isCurrent || undefined}
        aria-label={texts.titleStartToEnd(title, timeLabel(block.start), timeLabel(block.end))}
        aria-keyshortcuts="Enter F2 J Delete Alt+ArrowLeft Alt+ArrowRight Alt+ArrowUp Alt+ArrowDown"
        tabIndex={isTabStop ? 0 : -1}
      >
        <span className={styles.blockTitle}>{title}</span>
        {block.start > 0 && <i className={styles.blockEdge} data-edge />}
      </div>
    )
  },
  // A new tree has new objects even where only one paragraph changed, so the displayed values are compared.
  (before, after) =>
    before.block.paragraph.title === after.block.paragraph.title &&
    before.block.paragraph.id === after.block.paragraph.id &&
    before.block.level === after.block.level &&
    before.block.start === after.block.start &&
    before.block.end === after.block.end &&
    before.isSelected === after.isSelected &&
    before.isCurrent === after.isCurrent &&
    before.isParentOfCurrent === after.isParentOfCurrent &&
    before.isTabStop === after.isTabStop,
)
