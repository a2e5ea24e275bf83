import { IconBuilding, IconLock, IconUser, IconWorld } from '@tabler/icons-react'
import type { WorkspaceVisibility } from '@knowreel/shared/workspace/workspace.calls.ts'
import * as texts from './texts.ts'

type VisibilityInfo = { label: string; icon: typeof IconLock; description: string }

/** Label and icon of each workspace visibility. */
export const visibilityInfo: Record<WorkspaceVisibility, VisibilityInfo> = {
  personal: { label: texts.personal, icon: IconUser, description: texts.onlyYou },
  private: { label: texts.privateLabel, icon: IconLock, description: texts.onlyYouAndPeopleYou },
  organization: { label: texts.organization, icon: IconBuilding, description: texts.everyoneInTheCompanyCan },
  public: { label: texts.publicLabel, icon: IconWorld, description: texts.anyoneWithAddressCanView },
}

export function VisibilityLabel({ visibility }: { visibility: WorkspaceVisibility }) {
  const { icon: Icon, label } = visibilityInfo[visibility]
  return (
    <span className="kr-row" style={{ gap: 6 }}>
      <Icon className="kr-icon-16" aria-hidden />
      {label}
    </span>
  )
}
