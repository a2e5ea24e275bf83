import { Menu } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPencil, IconPin, IconPinnedOff, IconTrash } from '@tabler/icons-react'
import * as texts from '../texts.ts'
import type { TabActions } from './use-tabs.ts'

type TabMenuItemsProps = {
  tabId: string
  index: number
  count: number
  isPinned: boolean
  actions: TabActions
  onRename: () => void
}

/** The actions of one tab, including the moves that dragging performs. */
export function TabMenuItems({ tabId, index, count, isPinned, actions, onRename }: TabMenuItemsProps) {
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
      <Menu.Divider />
      <Menu.Item leftSection={<IconTrash />} data-danger onClick={() => void actions.remove(tabId)}>
        {texts.deleteLabel}
      </Menu.Item>
    </>
  )
}
