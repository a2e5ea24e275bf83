import { ActionIcon, Menu } from '@mantine/core'
import { IconCheck, IconFilter, IconFilterFilled } from '@tabler/icons-react'
import * as texts from '../texts.ts'
import type { ThreadFilter, ThreadOrder } from '../thread/threads.rules.ts'

type PanelFilterProps = {
  filter: ThreadFilter
  onFilter: (filter: ThreadFilter) => void
  order: ThreadOrder
  /** Null if no comment has a time. */
  onOrder: ((order: ThreadOrder) => void) | null
}

const states = [
  { value: 'open', label: texts.open },
  { value: 'resolved', label: texts.resolved },
  { value: 'all', label: texts.all },
] as const
const whose = [
  { value: 'everyone', label: texts.fromEveryone },
  { value: 'mine', label: texts.withMine },
  { value: 'mentions', label: texts.mentioningMe },
] as const
const orders = [
  { value: 'newest', label: texts.newestFirst },
  { value: 'article', label: texts.byRecordingTime },
] as const

/** Filters and sorts the comments. */
export function PanelFilter({ filter, onFilter, order, onOrder }: PanelFilterProps) {
  const isSet = filter.state !== 'open' || filter.whose !== 'everyone'
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          aria-label={isSet ? texts.filterAndSortFilterActive : texts.filterAndSort}
          title={texts.filterAndSort}
        >
          {isSet ? <IconFilterFilled /> : <IconFilter />}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{texts.show}</Menu.Label>
        <Choices options={states} value={filter.state} onChoose={(state) => onFilter({ ...filter, state })} />
        <Menu.Label>{texts.threads}</Menu.Label>
        <Choices options={whose} value={filter.whose} onChoose={(next) => onFilter({ ...filter, whose: next })} />
        {onOrder && (
          <>
            <Menu.Label>{texts.order}</Menu.Label>
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
