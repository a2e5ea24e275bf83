import { Outlet } from '@tanstack/react-router'
import { SecondSidebar } from '../../ui/page/second-sidebar.tsx'
import * as texts from '../texts.ts'
import { SettingsNav } from './settings-nav.tsx'

/** The list of settings beside the open page. */
export function SettingsLayout() {
  return (
    <>
      <SecondSidebar label={texts.settings} isFixed>
        <SettingsNav />
      </SecondSidebar>
      <Outlet />
    </>
  )
}
