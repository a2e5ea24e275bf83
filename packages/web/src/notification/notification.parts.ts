import { lazyPart } from '../ui/later.tsx'

export const NotificationSettingsSection = lazyPart(
  () => import('./settings/settings-section.tsx').then((module) => module.NotificationSettingsSection),
  null,
)
