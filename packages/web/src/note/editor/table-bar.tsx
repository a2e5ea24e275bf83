import { useCallback } from 'react'
import {
  IconColumnInsertLeft,
  IconColumnInsertRight,
  IconColumnRemove,
  IconRowInsertBottom,
  IconRowInsertTop,
  IconRowRemove,
  IconTableOff,
  IconTableRow,
} from '@tabler/icons-react'
import type { ChainedCommands, Editor } from '@tiptap/core'
import { PluginKey } from '@tiptap/pm/state'
import { BubbleMenu } from '@tiptap/react/menus'
import { ToolButton } from './mark-buttons.tsx'
import styles from './floating-bar.module.css'

type TableAction = {
  readonly label: string
  readonly icon: typeof IconTableRow
  readonly run: (chain: ChainedCommands) => ChainedCommands
}

const groups: readonly (readonly TableAction[])[] = [
  [
    { label: 'Add row above', icon: IconRowInsertTop, run: (chain) => chain.addRowBefore() },
    { label: 'Add row below', icon: IconRowInsertBottom, run: (chain) => chain.addRowAfter() },
    { label: 'Delete row', icon: IconRowRemove, run: (chain) => chain.deleteRow() },
  ],
  [
    { label: 'Add column before', icon: IconColumnInsertLeft, run: (chain) => chain.addColumnBefore() },
    { label: 'Add column after', icon: IconColumnInsertRight, run: (chain) => chain.addColumnAfter() },
    { label: 'Delete column', icon: IconColumnRemove, run: (chain) => chain.deleteColumn() },
  ],
  [
    { label: 'Header row', icon: IconTableRow, run: (chain) => chain.toggleHeaderRow() },
    { label: 'Delete table', icon: IconTableOff, run: (chain) => chain.deleteTable() },
  ],
]

const key = new PluginKey('tableBar')

/** Rows and columns of the table in which the caret stands, above the table. */
export function TableBar({ editor }: { editor: Editor }) {
  const findTable = useCallback(() => tableOf(editor), [editor])
  return (
    <BubbleMenu
      editor={editor}
      pluginKey={key}
      className={styles.bar}
      role="toolbar"
      aria-label="Table"
      updateDelay={0}
      options={barOptions}
      shouldShow={shouldShowBar}
      getReferencedVirtualElement={findTable}
    >
      <TableButtons editor={editor} />
    </BubbleMenu>
  )
}

export function TableButtons({ editor, size }: { editor: Editor; size?: 'md' | 'xl' }) {
  return groups.map((group, index) => (
    <span key={group[0]?.label} className="kr-row" style={{ gap: 2 }}>
      {index > 0 && <span className={styles.line} />}
      {group.map(({ label, icon: Icon, run }) => (
        <ToolButton key={label} label={label} size={size} onPress={() => run(editor.chain().focus()).run()}>
          <Icon />
        </ToolButton>
      ))}
    </span>
  ))
}

const barOptions = {
  placement: 'top-start',
  offset: 8,
  flip: { padding: { top: 110 } },
  shift: { padding: 8 },
} as const

function shouldShowBar({ editor, element }: { editor: Editor; element: HTMLElement }): boolean {
  if (!editor.isEditable || !editor.isActive('table')) return false
  return element.contains(document.activeElement) || (editor.view.hasFocus() && hasNoWords(editor.state.selection))
}

/** Cells that are selected are no selected words: those have the formatting bar. */
const hasNoWords = (selection: Editor['state']['selection']): boolean => selection.empty || '$anchorCell' in selection

function tableOf(editor: Editor) {
  const { node } = editor.view.domAtPos(editor.state.selection.from)
  const table = (node instanceof Element ? node : node.parentElement)?.closest('.tableWrapper')
  return table ? { getBoundingClientRect: () => table.getBoundingClientRect() } : null
}
