import { lazyComponent } from '../ui/lazy-components.tsx'

export const NotificationSettingsSection = lazyComponent(
  () => import('./settings/settings-section.tsx').then((module) => module.NotificationSettingsSection),
  null,
)
