import { useState } from 'react'
import { IconCheck, IconExternalLink, IconLink, IconRefresh, IconTrash } from '@tabler/icons-react'
import { browser } from 'wxt/browser'
import { toClock } from '@knowreel/shared/video/clock.ts'
import type { UploadView } from '../messages.ts'
import * as texts from '../texts.ts'
import { command } from './use-host-state.ts'

const shown = 5
const inMegabytes = (bytes: number) => (bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 1 : 0)

/** Recordings that are on their way, were interrupted or have just arrived; the newest first. */
export function RecentUploads({ uploads }: { uploads: readonly UploadView[] }) {
  const recent = uploads
    .filter(({ isLive }) => !isLive)
    .toSorted((one, other) => other.startedAt - one.startedAt)
    .slice(0, shown)
  if (recent.length === 0) return null
  return (
    <section className="recent" aria-labelledby="recent">
      <h2 id="recent">{texts.recent}</h2>
      <ul>
        {recent.map((upload) => (
          <Upload key={upload.id} upload={upload} />
        ))}
      </ul>
    </section>
  )
}

function Upload({ upload }: { upload: UploadView }) {
  const { id, origin, shortId, title, isUnfinished, startedAt, elapsed } = upload
  if (isUnfinished)
    return (
      <li>
        <span className="grow">
          <b>{texts.finishRecordingOf(timeOf(startedAt), lengthOf(elapsed))}</b>
          <small>{title}</small>
        </span>
        <button type="button" onClick={() => void command({ type: 'finish', id })}>
          {texts.finish}
        </button>
        <button
          type="button"
          className="tool"
          aria-label={texts.deleteRecording}
          title={texts.deleteRecording}
          onClick={() => void command({ type: 'delete', id })}
        >
          <IconTrash />
        </button>
      </li>
    )
  return (
    <li>
      <span className="grow">
        <b>{title}</b>
        <Status upload={upload} />
      </span>
      {upload.phase === 'failed' && upload.canRetry && (
        <button
          type="button"
          className="tool"
          aria-label={texts.retry}
          title={texts.retry}
          onClick={() => void command({ type: 'retry', id })}
        >
          <IconRefresh />
        </button>
      )}
      {shortId !== null && <LinkButton url={`${origin}/draft/${shortId}`} />}
    </li>
  )
}

function LinkButton({ url }: { url: string }) {
  const [isCopied, setCopied] = useState(false)
  return (
    <>
      <button
        type="button"
        className="tool"
        aria-label={isCopied ? texts.linkCopied : texts.copyLink}
        title={isCopied ? texts.linkCopied : texts.copyLink}
        onClick={() => void navigator.clipboard.writeText(url).then(() => setCopied(true))}
      >
        {isCopied ? <IconCheck /> : <IconLink />}
      </button>
      <button
        type="button"
        className="tool"
        aria-label={texts.openDraft}
        title={texts.openDraft}
        onClick={() => void browser.tabs.create({ url })}
      >
        <IconExternalLink />
      </button>
    </>
  )
}

function Status({ upload: { phase, sent, total, message, elapsed } }: { upload: UploadView }) {
  if (phase === 'failed') return <small className="failure">{message ?? texts.keptOnThisComputer}</small>
  if (phase === 'waiting') return <small className="waiting">{message ?? texts.waitingForNetwork}</small>
  if (phase === 'processing') return <small>{texts.processing}</small>
  if (phase === 'finished')
    return (
      <small>
        {texts.ready}, {toClock(elapsed)}
      </small>
    )
  return (
    <>
      <progress
        value={sent}
        max={Math.max(1, total)}
        aria-label={texts.uploading(inMegabytes(sent), inMegabytes(total))}
      />
      <small>{texts.uploading(inMegabytes(sent), inMegabytes(total))}</small>
    </>
  )
}

const timeOf = (startedAt: number): string => new Date(startedAt).toLocaleTimeString(undefined, { timeStyle: 'short' })
const lengthOf = (elapsed: number): string => {
  const seconds = Math.floor(elapsed / 1000)
  return texts.minutesAndSeconds(Math.floor(seconds / 60), seconds % 60)
}
