import { ActionIcon } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { lazyWhenIdle } from '../../ui/lazy-components.tsx'
import { MenuButton } from '../../ui/menu/menu-button.tsx'
import { Tooltip } from '../../ui/menu/tooltip.tsx'
import * as texts from '../texts.ts'
import { useDownloads } from './use-downloads.ts'

const DownloadList = lazyWhenIdle(() => import('./download-list.tsx').then((module) => module.DownloadList))

type DownloadRecordingProps = {
  /** Id of an article or a draft. The response's `abilities` say whether the person may download. */
  articleId: string
}

/** Saves what the article plays: a single file immediately; several are offered in a list. */
export function DownloadRecording({ articleId }: DownloadRecordingProps) {
  const { list, isLoading, open, close, retry } = useDownloads(articleId)
  return (
    <Tooltip label={texts.downloadRecording} disabled={list !== null}>
      <MenuButton
        isOpen={list !== null}
        onChange={(isOpen) => (isOpen ? void open() : close())}
        menu={(anchored) => <DownloadList {...anchored} list={list} onRetry={() => void retry()} />}
      >
        <ActionIcon
          aria-label={texts.downloadRecording}
          aria-busy={isLoading || undefined}
          loading={isLoading && list === null}
        >
          <IconDownload />
        </ActionIcon>
      </MenuButton>
    </Tooltip>
  )
}
