import { NotesPreference } from '../../ai/index.ts'
import { NotificationSettingsSection } from '../../notification/index.ts'
import { ProfilePage } from '../../user/profile/profile-page.tsx'

export const ProfileSettingsPage = () => (
  <ProfilePage notifications={<NotificationSettingsSection />} recordings={<NotesPreference />} />
)
