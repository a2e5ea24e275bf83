import {
  IconArrowsJoin2,
  IconArrowsSplit2,
  IconColumnInsertLeft,
  IconColumnInsertRight,
  IconColumnRemove,
  IconRowInsertBottom,
  IconRowInsertTop,
  IconRowRemove,
  IconTableColumn,
  IconTableOff,
  IconTableRow,
} from '@tabler/icons-react'
import type { ChainedCommands, Editor } from '@tiptap/core'
import { PluginKey } from '@tiptap/pm/state'
import { mergeCells, splitCell } from '@tiptap/pm/tables'
import { useEditorState } from '@tiptap/react'
import { BlockBar, blockBarOptions } from '../block-bar.tsx'
import { ToolButton } from '../../../writing/index.ts'
import styles from '../../../ui/floating-bar.module.css'
import * as texts from '../texts.ts'

type TableAction = {
  readonly label: string
  readonly icon: typeof IconTableRow
  readonly run: (chain: ChainedCommands) => ChainedCommands
}

const groups: readonly (readonly TableAction[])[] = [
  [
    { label: texts.addRowAbove, icon: IconRowInsertTop, run: (chain) => chain.addRowBefore() },
    { label: texts.addRowBelow, icon: IconRowInsertBottom, run: (chain) => chain.addRowAfter() },
    { label: texts.deleteRow, icon: IconRowRemove, run: (chain) => chain.deleteRow() },
  ],
  [
    { label: texts.addColumnBefore, icon: IconColumnInsertLeft, run: (chain) => chain.addColumnBefore() },
    { label: texts.addColumnAfter, icon: IconColumnInsertRight, run: (chain) => chain.addColumnAfter() },
    { label: texts.deleteColumn, icon: IconColumnRemove, run: (chain) => chain.deleteColumn() },
  ],
  [
    { label: texts.headerRow, icon: IconTableRow, run: (chain) => chain.toggleHeaderRow() },
    { label: texts.headerColumn, icon: IconTableColumn, run: (chain) => chain.toggleHeaderColumn() },
    { label: texts.deleteTable, icon: IconTableOff, run: (chain) => chain.deleteTable() },
  ],
]

const mergeAction: TableAction = {
  label: texts.mergeCells,
  icon: IconArrowsJoin2,
  run: (chain) => chain.mergeCells(),
}
const splitAction: TableAction = {
  label: texts.splitCell,
  icon: IconArrowsSplit2,
  run: (chain) => chain.splitCell(),
}

const barOptions = blockBarOptions('top-start', 8)
const key = new PluginKey('tableBar')

/** Row and column actions of the table that contains the caret, shown above the table. */
export function TableBar({ editor }: { editor: Editor }) {
  return (
    <BlockBar
      editor={editor}
      pluginKey={key}
      label={texts.table}
      selector=".tableWrapper"
      options={barOptions}
      shouldShow={shouldShowBar}
    >
      <TableButtons editor={editor} />
    </BlockBar>
  )
}

export function TableButtons({ editor, size }: { editor: Editor; size?: 'md' | 'xl' }) {
  const { canMerge, canSplit } = useEditorState({
    editor,
    selector: ({ editor: { state } }) => ({ canMerge: mergeCells(state), canSplit: splitCell(state) }),
  })
  const { label, icon: Icon, run } = canSplit && !canMerge ? splitAction : mergeAction
  return groups.map((group, index) => (
    <span key={group[0]?.label} className="kr-row" style={{ gap: 2 }}>
      {index > 0 && <span className={styles.line} />}
      {index === groups.length - 1 && (
        <ToolButton
          label={label}
          size={size}
          isDisabled={!canMerge && !canSplit}
          onPress={() => run(editor.chain().focus()).run()}
        >
          <Icon />
        </ToolButton>
      )}
      {group.map((action) => (
        <ToolButton
          key={action.label}
          label={action.label}
          size={size}
          onPress={() => action.run(editor.chain().focus()).run()}
        >
          <action.icon />
        </ToolButton>
      ))}
    </span>
  ))
}

function shouldShowBar({ editor, element }: { editor: Editor; element: HTMLElement }): boolean {
  if (editor.isDestroyed || !editor.isEditable || !editor.isActive('table')) return false
  return (
    element.contains(document.activeElement) ||
    (editor.view.hasFocus() && isCaretOrCellSelection(editor.state.selection))
  )
}

/** A cell selection is not a text selection, which has the formatting bar. */
const isCaretOrCellSelection = (selection: Editor['state']['selection']): boolean =>
  selection.empty || '$anchorCell' in selection
