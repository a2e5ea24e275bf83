import { useState } from 'react'
import { Button } from '@mantine/core'
import { IconPlus, IconSearch, IconSettings } from '@tabler/icons-react'
import { openCreateArticle } from '../../article/index.ts'
import { openSearch } from '../../search/index.ts'
import { CompanyLogo } from '../../ui/identity/company-logo.tsx'
import { Sheet } from '../../ui/dialog/sheet.tsx'
import { useCloseOnNavigation } from '../../ui/page/use-close-on-navigation.ts'
import { useMe } from '../../user/index.ts'
import { companyRoleLabels } from '@knowreel/shared/company/company-role-labels.ts'
import * as texts from '../texts.ts'
import { NavLink, NavList } from './nav-list.tsx'
import listStyles from './nav-list.module.css'
import styles from './mobile-menu.module.css'
import { shownWorkspaceId } from './shown-workspace.ts'

export function MobileMenu({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const user = useMe()?.user
  const [isSearching, setSearching] = useState(false)
  if (isOpen && isSearching) setSearching(false)
  const search = () => {
    setSearching(true)
    onClose()
    openSearch()
  }
  // Following a link of the menu closes it.
  useCloseOnNavigation(onClose)

  return (
    <Sheet opened={isOpen} onClose={onClose} label={texts.menu} returnFocus={!isSearching}>
      {user?.company && (
        <div className={styles.company}>
          <CompanyLogo company={user.company} size={32} />
          <span className={styles.names}>
            <span className={styles.title}>{user.company.title}</span>
            <span className="kr-second kr-muted kr-trunc">
              {user.name}
              {user.role && `, ${companyRoleLabels[user.role]}`}
            </span>
          </span>
        </div>
      )}
      <nav className={styles.nav} aria-label={texts.main}>
        <button type="button" className={listStyles.item} data-look="sheet" onClick={search}>
          <IconSearch />
          {texts.search}
        </button>
        <NavList variant="sheet" />
        <NavLink variant="sheet" icon={IconSettings} label={texts.settings} section="settings" to="/settings" />
      </nav>
      <div className={styles.foot}>
        <Button
          variant="filled"
          size="lg"
          fullWidth
          leftSection={<IconPlus />}
          disabled={user?.abilities.createArticle === false}
          onClick={() => {
            onClose()
            openCreateArticle({ workspaceId: shownWorkspaceId() })
          }}
        >
          {texts.createAnArticle}
        </Button>
      </div>
    </Sheet>
  )
}
