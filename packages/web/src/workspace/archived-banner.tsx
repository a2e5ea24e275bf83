import { Button } from '@mantine/core'
import { IconArchive } from '@tabler/icons-react'
import type { Workspace } from '@knowreel/shared/workspace/workspace.calls.ts'
import { Banner } from '../ui/banner.tsx'
import { useToggleArchived } from './archive-workspace.ts'
import * as texts from './texts.ts'

type ArchivedBannerProps = {
  /** Undefined while it loads. */
  workspace: Workspace | undefined
  className?: string | undefined
}

/** Shown on the pages of an archived workspace and above its articles. */
export function ArchivedBanner({ workspace, className }: ArchivedBannerProps) {
  const archive = useToggleArchived()
  if (workspace && !workspace.isArchived) return null
  return (
    <div className={className}>
      <Banner
        tone="accent"
        icon={<IconArchive />}
        action={
          workspace?.abilities.archive && (
            <Button variant="subtle" onClick={() => void archive(workspace)}>
              {texts.unarchive}
            </Button>
          )
        }
      >
        {texts.thisWorkspaceIsArchivedAnd}
      </Banner>
    </div>
  )
}
