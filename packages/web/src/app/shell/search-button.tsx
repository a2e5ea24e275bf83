import { Popover } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { Kbd } from '../../ui/chip.tsx'
import { commandKey } from '../../ui/command-key.ts'
import styles from './header.module.css'

type SearchButtonProps = { isOpen: boolean; onChange: (isOpen: boolean) => void }

/** The place of the search in the header. */
export function SearchButton({ isOpen, onChange }: SearchButtonProps) {
  return (
    <Popover opened={isOpen} onChange={onChange} position="bottom" trapFocus returnFocus>
      <Popover.Target>
        <button
          type="button"
          className={styles.search}
          onClick={() => onChange(!isOpen)}
          aria-keyshortcuts="/ Control+K Meta+K"
        >
          <IconSearch className="kr-icon-16" />
          <span className="kr-grow">Search</span>
          <Kbd>{commandKey} K</Kbd>
        </button>
      </Popover.Target>
      <Popover.Dropdown className={styles.note}>
        <p className="kr-medium">Search is not in this version yet</p>
        <p className="kr-muted">Until then, the lists of workspaces and articles have a search of their own.</p>
      </Popover.Dropdown>
    </Popover>
  )
}
