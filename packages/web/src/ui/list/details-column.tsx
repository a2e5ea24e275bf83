import { ActionIcon } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import * as texts from '../texts.ts'
import type { Column } from './data-table.tsx'

/** A button that shows and hides the details of its row, of which one at a time is open. */
export const detailsColumn = <Row extends { id: string }>(
  openId: string | null,
  onOpen: (id: string | null) => void,
): Column<Row> => ({
  name: 'open',
  title: texts.details,
  isTitleHidden: true,
  width: 56,
  align: 'right',
  cell: ({ id }) => {
    const isOpen = id === openId
    return (
      <ActionIcon
        aria-label={isOpen ? texts.hideDetails : texts.showDetails}
        aria-expanded={isOpen}
        onClick={() => onOpen(isOpen ? null : id)}
      >
        {isOpen ? <IconChevronUp /> : <IconChevronDown />}
      </ActionIcon>
    )
  },
})
