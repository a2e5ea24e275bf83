import { Loader, Menu } from '@mantine/core'
import { IconMovie, IconRefresh, IconVideo } from '@tabler/icons-react'
import { AnchoredMenu } from '../../ui/menu/anchored-menu.tsx'
import type { AnchoredMenuControl } from '../../ui/menu/menu-button.tsx'
import * as texts from '../texts.ts'
import { saveFile } from './save-file.ts'
import type { Downloads } from './use-downloads.ts'
import styles from './download-recording.module.css'

type DownloadListProps = AnchoredMenuControl & {
  /** Null while the list is closed. */
  list: Downloads | null
  onRetry: () => void
}

export const DownloadList = ({ list, onRetry, ...anchored }: DownloadListProps) => (
  <AnchoredMenu {...anchored} width={304}>
    {list && <Choices list={list} onRetry={onRetry} />}
  </AnchoredMenu>
)

function Choices({ list: { urls, rendition }, onRetry }: { list: Downloads; onRetry: () => void }) {
  const hasRendition = rendition?.status === 'done'
  const [renditionFile, recordings] = hasRendition ? [urls[0], urls.slice(1)] : [undefined, urls]
  return (
    <>
      {rendition && (
        <>
          <Menu.Label>{texts.wholeArticle}</Menu.Label>
          {renditionFile && (
            <Menu.Item leftSection={<IconMovie />} onClick={() => saveFile(renditionFile)}>
              <span className={styles.name}>{renditionFile.name}</span>
            </Menu.Item>
          )}
          {(rendition.status === 'waiting' || rendition.status === 'running') && (
            <p className={styles.state} role="status">
              <Loader size={14} />
              <span>
                {texts.theVideoIsBeingPrepared}
                {rendition.progress > 0 && <span className="kr-num"> · {rendition.progress}%</span>}
              </span>
            </p>
          )}
          {rendition.status === 'failed' && (
            <>
              <p className={styles.state} data-failed>
                {rendition.error ?? texts.theVideoCouldNotBe}
              </p>
              {rendition.canRetry && (
                <Menu.Item leftSection={<IconRefresh />} closeMenuOnClick={false} onClick={onRetry}>
                  {texts.tryAgain}
                </Menu.Item>
              )}
            </>
          )}
        </>
      )}
      {recordings.length > 0 && <Menu.Label>{texts.recordings(recordings.length)}</Menu.Label>}
      {recordings.map((recording) => (
        <Menu.Item key={recording.id} leftSection={<IconVideo />} onClick={() => saveFile(recording)}>
          <span className={styles.name}>{recording.name}</span>
        </Menu.Item>
      ))}
    </>
  )
}
