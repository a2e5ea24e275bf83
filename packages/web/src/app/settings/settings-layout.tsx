import { useEffect, useRef } from 'react'
import { Outlet, useRouter } from '@tanstack/react-router'
import { useMe } from '../../user/index.ts'
import { SecondSidebar } from '../../ui/page/second-sidebar.tsx'
import * as texts from '../texts.ts'
import { SettingsNav } from './settings-nav.tsx'

/** The list of settings beside the open page. */
export function SettingsLayout() {
  const role = useMe()?.user.role
  const router = useRouter()
  const guardedRole = useRef(role)
  // The guards of the open page decide again.
  useEffect(() => {
    if (guardedRole.current !== undefined && guardedRole.current !== role) void router.invalidate()
    guardedRole.current = role
  }, [role, router])
  return (
    <>
      <SecondSidebar label={texts.settings} isFixed>
        <SettingsNav />
      </SecondSidebar>
      <Outlet />
    </>
  )
}
