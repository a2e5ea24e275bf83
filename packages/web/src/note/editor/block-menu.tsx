import { useEffect, useRef } from 'react'
import { Menu } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconCopyPlus, IconReplace, IconTrash } from '@tabler/icons-react'
import type { Editor } from '@tiptap/core'
import type { EditorState, Transaction } from '@tiptap/pm/state'
import { commandKey } from '../../ui/command-key.ts'
import { Kbd } from '../../ui/chip.tsx'
import { useOpenedAfterMount } from '../../ui/dialog/use-opened-after-mount.ts'
import { SubMenu } from '../../ui/menu/sub-menu.tsx'
import { deleteBlock, duplicateBlock, moveBlock, selectBlock } from './block-actions.ts'
import { blockKinds, boxKinds } from './block-picker.tsx'
import { mapPosition } from './files/upload-positions.ts'
import styles from './panels/panels.module.css'
import { dispatchAsUndoStep } from './sync/undo-step.ts'
import * as texts from './texts.ts'

type BlockMenuProps = {
  editor: Editor
  /** Position before the block when the menu was opened. */
  position: number
  onClose: () => void
}

/** Actions on a whole block; opened by its handle, or with a shortcut for the block that contains the caret. */
export function BlockMenu({ editor, position, onClose }: BlockMenuProps) {
  const isOpen = useOpenedAfterMount(true)
  const blockPosition = useMappedPosition(editor, position)
  const dom = editor.view.nodeDOM(position)
  const { left, top } = (dom instanceof Element ? dom : editor.view.dom).getBoundingClientRect()

  const act = (change: (state: EditorState, at: number) => Transaction | null) => () => {
    const transaction = change(editor.state, blockPosition.current)
    if (transaction) dispatchAsUndoStep(editor.view, transaction)
    onClose()
    editor.commands.focus()
  }
  return (
    <Menu
      opened={isOpen}
      position="bottom-start"
      offset={4}
      width={240}
      returnFocus={false}
      onClose={() => {
        onClose()
        editor.commands.focus(undefined, { scrollIntoView: false })
      }}
    >
      <Menu.Target>
        <span className={styles.caret} style={{ left: Math.max(8, left - 28), top: Math.max(0, top), height: 24 }} />
      </Menu.Target>
      <Menu.Dropdown aria-label={texts.block}>
        <SubMenu label={texts.turnInto} icon={<IconReplace />}>
          {[...blockKinds, ...boxKinds].map(({ title, set }) => (
            <Menu.Item
              key={title}
              onClick={() => {
                const transaction = selectBlock(editor.state, blockPosition.current)
                if (transaction) editor.view.dispatch(transaction)
                onClose()
                // A box is replaced by what its content is turned into.
                set(editor.chain().focus().unwrapBox(blockPosition.current)).run()
                // Leaves nothing selected, because a text selection would show the selection bar.
                editor.commands.setTextSelection(editor.state.selection.to)
              }}
            >
              {title}
            </Menu.Item>
          ))}
        </SubMenu>
        <Menu.Item
          leftSection={<IconCopyPlus />}
          rightSection={<Kbd>{commandKey} Shift D</Kbd>}
          onClick={act(duplicateBlock)}
        >
          {texts.duplicate}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowUp />}
          rightSection={<Kbd>Alt Shift ↑</Kbd>}
          onClick={act((state, at) => moveBlock(state, at, 'up'))}
        >
          {texts.moveUp}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowDown />}
          rightSection={<Kbd>Alt Shift ↓</Kbd>}
          onClick={act((state, at) => moveBlock(state, at, 'down'))}
        >
          {texts.moveDown}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item color="red" leftSection={<IconTrash />} onClick={act(deleteBlock)}>
          {texts.deleteLabel}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Current position of the block: colleagues may edit while the menu is open. */
function useMappedPosition(editor: Editor, position: number): { current: number } {
  const mapped = useRef(position)
  useEffect(() => {
    mapped.current = position
    const follow = ({ transaction }: { transaction: Transaction }) => {
      mapped.current = mapPosition(transaction, transaction.before, mapped.current, 1)
    }
    editor.on('transaction', follow)
    return () => {
      editor.off('transaction', follow)
    }
  }, [editor, position])
  return mapped
}
