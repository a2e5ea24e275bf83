import { ActionIcon, Menu } from '@mantine/core'
import { IconCheck, IconFilter, IconFilterFilled } from '@tabler/icons-react'
import type { ThreadFilter, ThreadOrder } from '../thread/threads.rules.ts'

type PanelFilterProps = {
  filter: ThreadFilter
  onFilter: (filter: ThreadFilter) => void
  order: ThreadOrder
  /** Null if no comment has a time. */
  onOrder: ((order: ThreadOrder) => void) | null
}

const states = [
  { value: 'open', label: 'Open' },
  { value: 'resolved', label: 'Resolved' },
  { value: 'all', label: 'All' },
] as const
const whose = [
  { value: 'everyone', label: 'From everyone' },
  { value: 'mine', label: 'With mine' },
  { value: 'mentions', label: 'Mentioning me' },
] as const
const orders = [
  { value: 'newest', label: 'Newest first' },
  { value: 'article', label: 'By recording time' },
] as const

/** Filters and sorts the comments. */
export function PanelFilter({ filter, onFilter, order, onOrder }: PanelFilterProps) {
  const isSet = filter.state !== 'open' || filter.whose !== 'everyone'
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={isSet ? 'Filter and sort, filter active' : 'Filter and sort'} title="Filter and sort">
          {isSet ? <IconFilterFilled /> : <IconFilter />}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Show</Menu.Label>
        <Choices options={states} value={filter.state} onChoose={(state) => onFilter({ ...filter, state })} />
        <Menu.Label>Threads</Menu.Label>
        <Choices options={whose} value={filter.whose} onChoose={(next) => onFilter({ ...filter, whose: next })} />
        {onOrder && (
          <>
            <Menu.Label>Order</Menu.Label>
            <Choices options={orders} value={order} onChoose={onOrder} />
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

type ChoicesProps<Value extends string> = {
  options: readonly { value: Value; label: string }[]
  value: Value
  onChoose: (value: Value) => void
}

function Choices<Value extends string>({ options, value, onChoose }: ChoicesProps<Value>) {
  return options.map((option) => (
    <Menu.Item
      key={option.value}
      aria-current={option.value === value || undefined}
      rightSection={option.value === value ? <IconCheck className="kr-icon-16" /> : null}
      onClick={() => onChoose(option.value)}
    >
      {option.label}
    </Menu.Item>
  ))
}
