import { ActionIcon, Loader, Menu, Tooltip } from '@mantine/core'
import { IconDownload, IconMovie, IconRefresh, IconVideo } from '@tabler/icons-react'
import { saveFile } from './save-file.ts'
import { useDownloads, type Downloads } from './use-downloads.ts'
import styles from './download-recording.module.css'

type DownloadRecordingProps = {
  /** Of an article or a draft. Whether the person may, the answer's `abilities` tell. */
  articleId: string
}

/** Saves what the article plays: one file at once, of several the person chooses. */
export function DownloadRecording({ articleId }: DownloadRecordingProps) {
  const downloads = useDownloads(articleId)
  const { list, isLoading, open, close, retry } = downloads
  return (
    <Menu opened={list !== null} onClose={close} position="bottom-end" width={304} returnFocus>
      <Menu.Target>
        <Tooltip label="Download recording" disabled={list !== null}>
          <ActionIcon
            aria-label="Download recording"
            aria-busy={isLoading || undefined}
            loading={isLoading && list === null}
            onClick={() => (list === null ? void open() : close())}
          >
            <IconDownload />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>{list && <DownloadList list={list} onRetry={() => void retry()} />}</Menu.Dropdown>
    </Menu>
  )
}

function DownloadList({ list: { urls, rendition }, onRetry }: { list: Downloads; onRetry: () => void }) {
  const hasFilm = rendition?.status === 'done'
  const [film, recordings] = hasFilm ? [urls[0], urls.slice(1)] : [undefined, urls]
  return (
    <>
      {rendition && (
        <>
          <Menu.Label>Whole article</Menu.Label>
          {film && (
            <Menu.Item leftSection={<IconMovie />} onClick={() => saveFile(film)}>
              <span className={styles.name}>{film.name}</span>
            </Menu.Item>
          )}
          {(rendition.status === 'waiting' || rendition.status === 'running') && (
            <p className={styles.state} role="status">
              <Loader size={14} />
              <span>
                The film is being made
                {rendition.progress > 0 && <span className="kr-num"> · {rendition.progress}%</span>}
              </span>
            </p>
          )}
          {rendition.status === 'failed' && (
            <>
              <p className={styles.state} data-failed>
                {rendition.error ?? 'The film could not be made'}
              </p>
              <Menu.Item leftSection={<IconRefresh />} closeMenuOnClick={false} onClick={onRetry}>
                Make it again
              </Menu.Item>
            </>
          )}
        </>
      )}
      {recordings.length > 0 && <Menu.Label>{recordings.length === 1 ? 'Recording' : 'Recordings'}</Menu.Label>}
      {recordings.map((recording) => (
        <Menu.Item key={recording.id} leftSection={<IconVideo />} onClick={() => saveFile(recording)}>
          <span className={styles.name}>{recording.name}</span>
        </Menu.Item>
      ))}
    </>
  )
}
