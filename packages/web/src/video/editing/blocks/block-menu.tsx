import { Menu } from '@mantine/core'
import {
  IconArrowMergeLeft,
  IconIndentDecrease,
  IconIndentIncrease,
  IconPencil,
  IconPlayerPlay,
  IconTrash,
} from '@tabler/icons-react'
import type { TimelineBlock } from '../../timeline/timeline-blocks.ts'
import * as texts from '../texts.ts'
import type { ParagraphActions } from './paragraph-actions.ts'
import styles from './paragraph-blocks.module.css'

export type MenuPosition = { readonly id: string; readonly x: number; readonly y: number }

type BlockMenuProps = {
  menuPosition: MenuPosition
  block: TimelineBlock
  isFirst: boolean
  actions: ParagraphActions
  onPlay: () => void
  onRename: () => void
  onClose: () => void
}

/** The context menu of a block, opened by right click, long press or the menu key. */
export function BlockMenu({ menuPosition, block, isFirst, actions, onPlay, onRename, onClose }: BlockMenuProps) {
  const { id } = block.paragraph
  return (
    // The target has no size, so Mantine would treat it as hidden.
    <Menu opened onClose={onClose} position="bottom-start" hideDetached={false}>
      <Menu.Target>
        <span className={styles.menuAnchor} style={{ left: menuPosition.x, top: menuPosition.y }} />
      </Menu.Target>
      <Menu.Dropdown aria-label={texts.actionsForParagraphTitle(block.paragraph.title)}>
        <Menu.Item leftSection={<IconPlayerPlay />} rightSection={<Key name="Enter" />} onClick={onPlay}>
          {texts.goToStart}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconPencil />}
          rightSection={<Key name="F2" />}
          // Closing returns the focus to the block; here the field needs it.
          closeMenuOnClick={false}
          onClick={onRename}
        >
          {texts.rename}
        </Menu.Item>
        {block.level === 1 ? (
          <Menu.Item
            leftSection={<IconIndentIncrease />}
            rightSection={<Key name="Alt ↓" />}
            disabled={isFirst}
            onClick={() => actions.nest(id)}
          >
            {texts.nestUnderPrevious}
          </Menu.Item>
        ) : (
          <Menu.Item
            leftSection={<IconIndentDecrease />}
            rightSection={<Key name="Alt ↑" />}
            onClick={() => actions.unnest(id)}
          >
            {texts.moveToTopLevel}
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconArrowMergeLeft />}
          rightSection={<Key name="J" />}
          disabled={isFirst}
          onClick={() => actions.merge(id)}
        >
          {texts.mergeWithPrevious}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          data-danger
          leftSection={<IconTrash />}
          rightSection={<Key name="Del" />}
          onClick={() => void actions.remove(id)}
        >
          {texts.deleteLabel}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

const Key = ({ name }: { name: string }) => <kbd className={styles.key}>{name}</kbd>
