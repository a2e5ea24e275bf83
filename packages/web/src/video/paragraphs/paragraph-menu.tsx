import type { ReactNode } from 'react'
import { Menu } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowMergeLeft,
  IconArrowUp,
  IconIndentDecrease,
  IconIndentIncrease,
  IconPencil,
  IconTag,
  IconTrash,
} from '@tabler/icons-react'
import { Kbd } from '../../ui/chip.tsx'
import type { ParagraphActions } from '../editing/blocks/paragraph-actions.ts'
import * as texts from '../texts.ts'
import type { ParagraphRow } from './paragraph-rows.ts'
import styles from './paragraphs.module.css'

export type OpenParagraphMenu = { readonly id: string; readonly box: DOMRect }

type ParagraphMenuProps = {
  menu: OpenParagraphMenu | null
  row: ParagraphRow | undefined
  actions: ParagraphActions
  onRename: (id: string) => void
  onTags: (id: string) => void
  onClose: () => void
}

/** One menu for all rows, placed at the button or the pointer; it also offers what dragging does. */
export function ParagraphMenu({ menu, row, actions, onRename, onTags, onClose }: ParagraphMenuProps) {
  const { left = 0, top = 0, width = 0, height = 0 } = menu?.box ?? {}
  return (
    <Menu
      opened={menu !== null && row !== undefined}
      onClose={onClose}
      position="bottom-end"
      width={256}
      returnFocus={false}
      // The target has no size, so Mantine would treat it as hidden.
      hideDetached={false}
    >
      <Menu.Target>
        <span
          aria-hidden
          aria-label={texts.actionsForMenuTitle(row?.paragraph.title ?? '')}
          style={{ position: 'fixed', pointerEvents: 'none', left, top, width, height }}
        />
      </Menu.Target>
      <Menu.Dropdown>{row && <Items row={row} actions={actions} onRename={onRename} onTags={onTags} />}</Menu.Dropdown>
    </Menu>
  )
}

type ItemsProps = Pick<ParagraphMenuProps, 'actions' | 'onRename' | 'onTags'> & { row: ParagraphRow }

function Items({ row: { id, level, index, siblings }, actions, onRename, onTags }: ItemsProps) {
  return (
    <>
      <Menu.Item leftSection={<IconPencil />} rightSection={<Keys>F2</Keys>} onClick={() => onRename(id)}>
        {texts.rename}
      </Menu.Item>
      <Menu.Item leftSection={<IconTag />} onClick={() => onTags(id)}>
        {texts.tags}
      </Menu.Item>
      <Menu.Item leftSection={<IconArrowMergeLeft />} onClick={() => actions.merge(id)}>
        {texts.mergeWithPrevious}
      </Menu.Item>
      <Menu.Divider />
      {index > 0 && (
        <Menu.Item
          leftSection={<IconArrowUp />}
          rightSection={<Keys>Alt ↑</Keys>}
          onClick={() => actions.shift(id, -1)}
        >
          {texts.moveUp}
        </Menu.Item>
      )}
      {index < siblings - 1 && (
        <Menu.Item
          leftSection={<IconArrowDown />}
          rightSection={<Keys>Alt ↓</Keys>}
          onClick={() => actions.shift(id, 1)}
        >
          {texts.moveDown}
        </Menu.Item>
      )}
      {level === 1 ? (
        <Menu.Item
          leftSection={<IconIndentIncrease />}
          rightSection={<Keys>Alt →</Keys>}
          onClick={() => actions.nest(id)}
        >
          {texts.nestUnderPrevious}
        </Menu.Item>
      ) : (
        <Menu.Item
          leftSection={<IconIndentDecrease />}
          rightSection={<Keys>Alt ←</Keys>}
          onClick={() => actions.unnest(id)}
        >
          {texts.moveToTopLevel}
        </Menu.Item>
      )}
      <Menu.Divider />
      <Menu.Item
        leftSection={<IconTrash />}
        rightSection={<Keys>Del</Keys>}
        data-danger
        onClick={() => void actions.remove(id)}
      >
        {texts.deleteLabel}
      </Menu.Item>
    </>
  )
}

/** Hidden on touch devices, which have no keys. */
const Keys = ({ children }: { children: ReactNode }) => (
  <span className={styles.keys}>
    <Kbd>{children}</Kbd>
  </span>
)
