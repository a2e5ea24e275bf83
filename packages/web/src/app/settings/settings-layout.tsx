import { Outlet } from '@tanstack/react-router'
import { SecondSidebar } from '../../ui/second-sidebar.tsx'
import { SettingsNav } from './settings-nav.tsx'

/** The list of settings beside the page that is open. */
export function SettingsLayout() {
  return (
    <>
      <SecondSidebar label="Settings" isFixed>
        <SettingsNav />
      </SecondSidebar>
      <Outlet />
    </>
  )
}
