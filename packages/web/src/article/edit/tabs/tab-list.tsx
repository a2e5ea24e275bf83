import { useEffect, useRef, useState, type ComponentProps, type KeyboardEvent } from 'react'
import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { attachClosestEdge, extractClosestEdge, type Edge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge'
import {
  IconDots,
  IconFileText,
  IconGripVertical,
  IconPin,
  IconPlus,
  IconArrowDown,
  IconArrowUp,
  IconPencil,
  IconPinnedOff,
  IconTemplate,
  IconTrash,
} from '@tabler/icons-react'
import { articleLimits } from '@knowreel/shared/article/article.rules.ts'
import { mayAddTab } from '@knowreel/shared/article/text-tab.rules.ts'
import { TranslateNoteItem } from '../../../ai/index.ts'
import { useNarrow } from '../../../ui/use-breakpoints.ts'
import type { DraftTab } from '../draft/draft-fields.ts'
import { useDraft, type EditingContext } from '../editing-context.ts'
import * as texts from '../texts.ts'
import { TabTitleField } from './tab-title-field.tsx'
import type { TabActions } from './use-tabs.ts'
import styles from './tab-list.module.css'

type TabListProps = Pick<EditingContext, 'store'> & {
  activeId: string | null
  actions: TabActions
  /** The tab that is being renamed. */
  renamedId: string | null
  onShow: (tabId: string) => void
  onRename: (tabId: string | null) => void
  /** Saves the note that is shown. */
  onSaveTemplate: () => void
}

/** The text tabs in the sidebar, where they are opened, renamed, pinned, sorted and deleted. */
export function TabList({ store, activeId, actions, renamedId, onShow, onRename, onSaveTemplate }: TabListProps) {
  const tabs = useDraft(store, ({ fields }) => fields.tabs)
  const draftId = useDraft(store, ({ article }) => article.id)
  const isNarrow = useNarrow()
  const isFull = !mayAddTab(tabs)
  const createLabel = isFull ? texts.anArticleCanHaveUpToThreeTabs : texts.createNotes
  return (
    <section aria-label={texts.notes}>
      <div className={styles.head}>
        <h2>{texts.notes}</h2>
        <span className="kr-count">{tabs.list.length}</span>
        {!isNarrow && (
          <Tooltip label={createLabel}>
            <ActionIcon
              size="sm"
              aria-label={createLabel}
              aria-disabled={isFull}
              data-disabled={isFull || undefined}
              onClick={actions.create}
            >
              <IconPlus />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
      <ul className={styles.list}>
        {tabs.list.map((tab, index) => (
          <TabRow
            key={tab.id}
            draftId={draftId}
            tab={tab}
            index={index}
            count={tabs.list.length}
            isPinned={tab.id === tabs.pinnedId}
            isActive={tab.id === activeId}
            isRenamed={tab.id === renamedId}
            actions={actions}
            onShow={onShow}
            onRename={onRename}
            onSaveTemplate={onSaveTemplate}
          />
        ))}
      </ul>
    </section>
  )
}

type TabRowProps = {
  draftId: string
  tab: DraftTab
  index: number
  count: number
  isPinned: boolean
  isActive: boolean
  isRenamed: boolean
  actions: TabActions
  onShow: (tabId: string) => void
  onRename: (tabId: string | null) => void
  onSaveTemplate: () => void
}

function TabRow(props: TabRowProps) {
  const { draftId, tab, index, count, isPinned, isActive, isRenamed, actions, onShow, onRename, onSaveTemplate } = props
  const { row, edge, isDragged } = useSortableRow(tab.id, index, actions.move)

  const endRename = (byKey: boolean) => {
    onRename(null)
    // Wait for the row to re-render: then another Enter moves the focus into the text.
    if (byKey) requestAnimationFrame(() => row.current?.querySelector('button')?.focus())
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'F2') onRename(tab.id)
    else if (event.altKey && event.key === 'ArrowUp' && index > 0) actions.move(tab.id, index - 1)
    else if (event.altKey && event.key === 'ArrowDown' && index < count - 1) actions.move(tab.id, index + 1)
    else if (event.key === 'Delete') void actions.remove(tab.id)
    else return
    event.preventDefault()
  }

  return (
    <li
      ref={row}
      className={styles.row}
      data-active={isActive || undefined}
      data-edge={edge}
      data-dragged={isDragged || undefined}
    >
      <span className={styles.grip}>
        <IconGripVertical className="kr-icon-14" />
      </span>
      {isRenamed ? (
        <TabTitleField tab={tab} onSave={(title) => actions.rename(tab.id, title)} onEnd={endRename} />
      ) : (
        <>
          <button
            type="button"
            className={styles.name}
            aria-current={isActive || undefined}
            aria-keyshortcuts="F2 Alt+ArrowUp Alt+ArrowDown Delete"
            title={tab.title}
            onClick={() => onShow(tab.id)}
            onDoubleClick={() => onRename(tab.id)}
            onKeyDown={press}
          >
            <IconFileText className="kr-icon-16" />
            <span className="kr-trunc">{tab.title}</span>
          </button>
          <Menu>
            <Menu.Target>
              <ActionIcon size="sm" className={styles.menu} aria-label={texts.actionsForTabTitle(tab.title)}>
                <IconDots />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <TabMenuItems
                translate={{ draftId, tab, mayAdd: count < articleLimits.textTabs }}
                tabId={tab.id}
                index={index}
                count={count}
                isPinned={isPinned}
                actions={actions}
                onRename={() => onRename(tab.id)}
                onSaveTemplate={isActive ? onSaveTemplate : null}
              />
            </Menu.Dropdown>
          </Menu>
          {isPinned && (
            <Tooltip label={texts.unpin}>
              <ActionIcon
                size="sm"
                aria-label={texts.unpinTabTitle(tab.title)}
                onClick={() => actions.togglePin(tab.id)}
              >
                <IconPin className="kr-icon-16" />
              </ActionIcon>
            </Tooltip>
          )}
        </>
      )}
    </li>
  )
}

const dragKind = 'text-tab'

/** A row that can be dragged among its siblings; `move` receives the index it is dropped at. */
function useSortableRow(tabId: string, index: number, move: TabActions['move']) {
  const row = useRef<HTMLLIElement>(null)
  const [edge, setEdge] = useState<Edge | undefined>()
  const [isDragged, setDragged] = useState(false)
  useEffect(() => {
    const element = row.current
    if (!element) return
    return combine(
      draggable({
        element,
        getInitialData: () => ({ kind: dragKind, tabId, index }),
        onDragStart: () => setDragged(true),
        onDrop: () => setDragged(false),
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => source.data.kind === dragKind && source.data.tabId !== tabId,
        getData: ({ input }) => attachClosestEdge({}, { element, input, allowedEdges: ['top', 'bottom'] }),
        onDrag: ({ self }) => setEdge(extractClosestEdge(self.data) ?? undefined),
        onDragLeave: () => setEdge(undefined),
        onDrop: ({ self, source }) => {
          setEdge(undefined)
          const from = Number(source.data.index)
          const target = extractClosestEdge(self.data) === 'bottom' ? index + 1 : index
          move(String(source.data.tabId), from < target ? target - 1 : target)
        },
      }),
    )
  }, [tabId, index, move])
  return { row, edge, isDragged }
}

type TabMenuItemsProps = {
  translate: ComponentProps<typeof TranslateNoteItem>
  tabId: string
  index: number
  count: number
  isPinned: boolean
  actions: TabActions
  onRename: () => void
  /** Null for a note that is not shown. */
  onSaveTemplate: (() => void) | null
}

/** The actions of one tab, including the moves that dragging performs. */
function TabMenuItems(props: TabMenuItemsProps) {
  const { translate, tabId, index, count, isPinned, actions, onRename, onSaveTemplate } = props
  return (
    <>
      <Menu.Item leftSection={<IconPencil />} onClick={onRename}>
        {texts.rename}
      </Menu.Item>
      <Menu.Item leftSection={isPinned ? <IconPinnedOff /> : <IconPin />} onClick={() => actions.togglePin(tabId)}>
        {isPinned ? texts.unpin : texts.pin}
      </Menu.Item>
      {index > 0 && (
        <Menu.Item leftSection={<IconArrowUp />} onClick={() => actions.move(tabId, index - 1)}>
          {texts.moveUp}
        </Menu.Item>
      )}
      {index < count - 1 && (
        <Menu.Item leftSection={<IconArrowDown />} onClick={() => actions.move(tabId, index + 1)}>
          {texts.moveDown}
        </Menu.Item>
      )}
      <TranslateNoteItem {...translate} />
      {onSaveTemplate && (
        <Menu.Item leftSection={<IconTemplate />} onClick={onSaveTemplate}>
          {texts.saveAsTemplate}
        </Menu.Item>
      )}
      <Menu.Divider />
      <Menu.Item leftSection={<IconTrash />} data-danger onClick={() => void actions.remove(tabId)}>
        {texts.deleteLabel}
      </Menu.Item>
    </>
  )
}
