import { Outlet } from '@tanstack/react-router'
import { SecondSidebar } from '../../ui/page/second-sidebar.tsx'
import { SettingsNav } from './settings-nav.tsx'

/** The list of settings beside the open page. */
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
