import { IconBuilding, IconLock, IconUser, IconWorld } from '@tabler/icons-react'
import type { WorkspaceVisibility } from '@knowreel/shared/workspace/workspace.calls.ts'
import * as texts from './texts.ts'

type Look = { label: string; icon: typeof IconLock; description: string }

/** Label and icon of each workspace visibility. */
export const privacyLooks: Record<WorkspaceVisibility, Look> = {
  personal: { label: texts.personal, icon: IconUser, description: texts.onlyYou },
  private: { label: texts.privateLabel, icon: IconLock, description: texts.onlyYouAndPeopleYou },
  organization: { label: texts.organization, icon: IconBuilding, description: texts.everyoneInTheCompanyCan },
  public: { label: texts.publicLabel, icon: IconWorld, description: texts.anyoneWithAddressCanView },
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
