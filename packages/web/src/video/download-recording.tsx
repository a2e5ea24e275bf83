import { ActionIcon } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { later } from '../ui/later.tsx'
import { MenuButton } from '../ui/menu-button.tsx'
import { Tooltip } from '../ui/tooltip.tsx'
import { useDownloads } from './use-downloads.ts'

const DownloadList = later(() => import('./download-list.tsx').then((module) => module.DownloadList))

type DownloadRecordingProps = {
  /** Of an article or a draft. Whether the person may, the answer's `abilities` tell. */
  articleId: string
}

/** Saves what the article plays: one file at once, of several the person chooses. */
export function DownloadRecording({ articleId }: DownloadRecordingProps) {
  const { list, isLoading, open, close, retry } = useDownloads(articleId)
  return (
    <Tooltip label="Download recording" disabled={list !== null}>
      <MenuButton
        isOpen={list !== null}
        onChange={(isOpen) => (isOpen ? void open() : close())}
        menu={(anchored) => <DownloadList {...anchored} list={list} onRetry={() => void retry()} />}
      >
        <ActionIcon
          aria-label="Download recording"
          aria-busy={isLoading || undefined}
          loading={isLoading && list === null}
        >
          <IconDownload />
        </ActionIcon>
      </MenuButton>
    </Tooltip>
  )
}
