import { Menu } from '@mantine/core'
import {
  IconArrowMergeLeft,
  IconIndentDecrease,
  IconIndentIncrease,
  IconPencil,
  IconPlayerPlay,
  IconTrash,
} from '@tabler/icons-react'
import type { TimelineBlock } from '../timeline/timeline-blocks.ts'
import type { ParagraphActions } from './paragraph-actions.ts'
import styles from './timeline.module.css'

export type MenuPlace = { readonly id: string; readonly x: number; readonly y: number }

type BlockMenuProps = {
  place: MenuPlace
  block: TimelineBlock
  isFirst: boolean
  actions: ParagraphActions
  onPlay: () => void
  onRename: () => void
  onClose: () => void
}

/** What the second button of the mouse, a long press or the menu key open over a block. */
export function BlockMenu({ place, block, isFirst, actions, onPlay, onRename, onClose }: BlockMenuProps) {
  const { id } = block.paragraph
  return (
    // What it stands at has no size, so it would be taken for hidden.
    <Menu opened onClose={onClose} position="bottom-start" hideDetached={false}>
      <Menu.Target>
        <span className={styles.menuPlace} style={{ left: place.x, top: place.y }} />
      </Menu.Target>
      <Menu.Dropdown aria-label={`Actions for ${block.paragraph.title}`}>
        <Menu.Item leftSection={<IconPlayerPlay />} rightSection={<Key name="Enter" />} onClick={onPlay}>
          Go to its start
        </Menu.Item>
        <Menu.Item
          leftSection={<IconPencil />}
          rightSection={<Key name="F2" />}
          // Closing gives the focus back to the block; here it is for the field.
          closeMenuOnClick={false}
          onClick={onRename}
        >
          Rename
        </Menu.Item>
        {block.level === 1 ? (
          <Menu.Item
            leftSection={<IconIndentIncrease />}
            rightSection={<Key name="Alt ↓" />}
            disabled={isFirst}
            onClick={() => actions.nest(id)}
          >
            Move under the previous
          </Menu.Item>
        ) : (
          <Menu.Item
            leftSection={<IconIndentDecrease />}
            rightSection={<Key name="Alt ↑" />}
            onClick={() => actions.unnest(id)}
          >
            Move to the first level
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconArrowMergeLeft />}
          rightSection={<Key name="J" />}
          disabled={isFirst}
          onClick={() => actions.merge(id)}
        >
          Merge with previous
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          data-danger
          leftSection={<IconTrash />}
          rightSection={<Key name="Del" />}
          onClick={() => void actions.remove(id)}
        >
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

const Key = ({ name }: { name: string }) => <kbd className={styles.key}>{name}</kbd>
