import { lazy, Suspense } from 'react'

const Loaded = lazy(() =>
  import('./settings-section.tsx').then((module) => ({ default: module.NotificationSettingsSection })),
)

export function NotificationSettingsSection() {
  return (
    <Suspense fallback={null}>
      <Loaded />
    </Suspense>
  )
}
