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

const stateOptions = [
  { value: 'open', label: texts.open },
  { value: 'resolved', label: texts.resolved },
  { value: 'all', label: texts.all },
] as const
const involvementOptions = [
  { value: 'everyone', label: texts.fromEveryone },
  { value: 'mine', label: texts.withMine },
  { value: 'mentions', label: texts.mentioningMe },
] as const
const orderOptions = [
  { value: 'newest', label: texts.newestFirst },
  { value: 'article', label: texts.byRecordingTime },
] as const

/** Filters and sorts the comments. */
export function PanelFilter({ filter, onFilter, order, onOrder }: PanelFilterProps) {
  const isSet = filter.state !== 'open' || filter.involvement !== 'everyone'
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
        <FilterOptions
          options={stateOptions}
          value={filter.state}
          onChoose={(state) => onFilter({ ...filter, state })}
        />
        <Menu.Label>{texts.threads}</Menu.Label>
        <FilterOptions
          options={involvementOptions}
          value={filter.involvement}
          onChoose={(next) => onFilter({ ...filter, involvement: next })}
        />
        {onOrder && (
          <>
            <Menu.Label>{texts.order}</Menu.Label>
            <FilterOptions options={orderOptions} value={order} onChoose={onOrder} />
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

type FilterOptionsProps<Value extends string> = {
  options: readonly { value: Value; label: string }[]
  value: Value
  onChoose: (value: Value) => void
}

function FilterOptions<Value extends string>({ options, value, onChoose }: FilterOptionsProps<Value>) {
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
