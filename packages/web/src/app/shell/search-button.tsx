import { IconSearch } from '@tabler/icons-react'
import { Kbd } from '../../ui/chip.tsx'
import { commandKey } from '../../ui/command-key.ts'
import { lazyWhenIdle } from '../../ui/lazy-components.tsx'
import { MenuButton } from '../../ui/menu/menu-button.tsx'
import * as texts from '../texts.ts'
import styles from './header.module.css'

const SearchPopover = lazyWhenIdle(() => import('./search-popover.tsx').then((module) => module.SearchPopover))

type SearchButtonProps = { isOpen: boolean; onChange: (isOpen: boolean) => void }

/** The search in the header. */
export function SearchButton({ isOpen, onChange }: SearchButtonProps) {
  return (
    <MenuButton kind="dialog" isOpen={isOpen} onChange={onChange} menu={(anchored) => <SearchPopover {...anchored} />}>
      <button type="button" className={styles.search} aria-keyshortcuts="/ Control+K Meta+K">
        <IconSearch className="kr-icon-16" />
        <span className="kr-grow">{texts.search}</span>
        <Kbd>{commandKey} K</Kbd>
      </button>
    </MenuButton>
  )
}
