import { lazy, Suspense } from 'react'
import { untilLoaded } from '../platform/until-loaded.ts'

const Loaded = lazy(() =>
  untilLoaded(() => import('./settings-section.tsx')).then((module) => ({
    default: module.NotificationSettingsSection,
  })),
)

export function NotificationSettingsSection() {
  return (
    <Suspense fallback={null}>
      <Loaded />
    </Suspense>
  )
}
