import { Popover } from '@mantine/core'
import { AnchorElement, useOpenAfterMount } from '../menu/anchor.tsx'
import type { AnchoredMenuControl } from '../menu/menu-button.tsx'
import { Calendar } from './calendar.tsx'
import type { Day } from './calendar-days.ts'

type CalendarPopoverProps = AnchoredMenuControl & {
  value: Day | null
  min: Day | undefined
  max: Day | undefined
  onChoose: (day: Day) => void
}

/** The calendar of a date field, named by its button. It keeps the focus while it is open. */
export const CalendarPopover = ({ id, anchor, isOpen, onChange, ...calendar }: CalendarPopoverProps) => (
  <Popover
    id={id}
    opened={useOpenAfterMount(isOpen)}
    onChange={onChange}
    trapFocus
    returnFocus
    position="bottom-end"
    offset={8}
  >
    <Popover.Target>
      <AnchorElement element={anchor} />
    </Popover.Target>
    <Popover.Dropdown aria-modal p={12}>
      <Calendar {...calendar} />
    </Popover.Dropdown>
  </Popover>
)
