import { IconBuilding, IconLock, IconUser, IconWorld } from '@tabler/icons-react'
import type { WorkspaceVisibility } from '@knowreel/shared/workspace/workspace.calls.ts'

type Look = { label: string; icon: typeof IconLock; description: string }

/** Label and icon of each workspace visibility. */
export const privacyLooks: Record<WorkspaceVisibility, Look> = {
  personal: { label: 'Personal', icon: IconUser, description: 'Only you.' },
  private: { label: 'Private', icon: IconLock, description: 'Only you and the people you add.' },
  organization: { label: 'Organization', icon: IconBuilding, description: 'Everyone in the company can view.' },
  public: { label: 'Public', icon: IconWorld, description: 'Anyone with the address can view, without signing in.' },
}

export function PrivacyLabel({ visibility }: { visibility: WorkspaceVisibility }) {
  const { icon: Icon, label } = privacyLooks[visibility]
  return (
    <span className="kr-row" style={{ gap: 6 }}>
      <Icon className="kr-icon-16" aria-hidden />
      {label}
    </span>
  )
}
