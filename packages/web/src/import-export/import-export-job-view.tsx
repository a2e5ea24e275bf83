import { Button, Progress } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconDownload } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { isImportExportFinished } from '@knowreel/shared/import-export/import-export.rules.ts'
import type { ImportExportJob, ImportExportReport } from '@knowreel/shared/import-export/import-export.wire.ts'
import { importExportNoteTexts } from '@knowreel/shared/import-export/import-export-notes.ts'
import { fileSizeLabel } from '@knowreel/shared/note/note-files.ts'
import { RelativeTime } from '../ui/relative-time.tsx'
import * as texts from './texts.ts'
import styles from './import-export-dialogs.module.css'

type ImportExportJobViewProps = { job: ImportExportJob; onNavigate: () => void }

/** Progress and result of an import or export. */
export function ImportExportJobView({ job, onNavigate }: ImportExportJobViewProps) {
  return (
    <div className={styles.view}>
      <div role="status" className={styles.state}>
        {isImportExportFinished(job.status) ? <JobResult job={job} /> : <JobProgress job={job} />}
      </div>
      {job.result && (
        <Button
          component="a"
          href={job.result.url}
          download={job.result.name}
          variant="filled"
          leftSection={<IconDownload />}
          className={styles.download}
        >
          {texts.downloadSize(fileSizeLabel(job.result.size))}
        </Button>
      )}
      {job.report && <JobReport job={job} report={job.report} onNavigate={onNavigate} />}
    </div>
  )
}

function JobProgress({ job }: { job: ImportExportJob }) {
  const words =
    job.status === 'waiting'
      ? texts.waitingToStart
      : job.kind === 'export'
        ? texts.writingTheArticles
        : texts.importingSource(job.report?.source ? `: ${job.report.source}` : '')
  return (
    <>
      <p className={styles.line}>
        <span className="kr-grow">{words}</span>
        <span className={styles.percent}>{job.progress} %</span>
      </p>
      <Progress value={job.progress} size={4} aria-label={words} color="var(--accent)" />
      <p className="kr-second kr-muted">{texts.youCanCloseThisWindow}</p>
    </>
  )
}

const articlesText = (count: number): string => texts.articles(count)
const filesText = (count: number): string => (count === 0 ? '' : texts.andFiles(count))

function JobResult({ job }: { job: ImportExportJob }) {
  const { report, status } = job
  const amount = report ? articlesText(report.articles) + filesText(report.files) : ''
  if (status === 'done')
    return (
      <p className={styles.line} data-good>
        <IconCircleCheck />
        <span>
          {job.kind === 'import' ? texts.imported : texts.exported} {amount}
          {report?.source ? `. Recognised as ${report.source}` : ''}
          {job.result ? texts.availableForOneDay : ''}
        </span>
      </p>
    )
  return (
    <p className={styles.line} data-bad={status === 'failed' || undefined}>
      <IconAlertTriangle />
      <span>
        {status === 'failed' ? job.error : texts.cancelled}
        {job.kind === 'import' && report && report.articles > 0 ? `. ${amount} came before that` : ''}
      </span>
    </p>
  )
}

function JobReport({ job, report, onNavigate }: ImportExportJobViewProps & { report: ImportExportReport }) {
  const { listed, notes, isTruncated } = report
  if (listed.length === 0 && notes.length === 0) return null
  return (
    <div className={styles.report}>
      {listed.length > 0 && (
        <section aria-labelledby="transfer-articles">
          <h3 id="transfer-articles">{texts.newArticles}</h3>
          <ul className={styles.articles}>
            {listed.map(({ id, title, depth }) => (
              <li key={id} style={{ paddingInlineStart: Math.min(depth - 1, 6) * 20 }}>
                <ImportedArticle job={job} id={id} title={title} onNavigate={onNavigate} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {notes.length > 0 && (
        <section aria-labelledby="transfer-notes">
          <h3 id="transfer-notes">{texts.changedOrSkipped}</h3>
          <ul className={styles.notes}>
            {notes.map(({ kind, location, name, count }) => (
              <li key={`${kind} ${location} ${name}`}>
                <strong>{name || location}</strong> {importExportNoteTexts[kind]}
                {count > 1 ? texts.countTimes(count) : ''}
                {name && <span className="kr-muted">{texts.inLocation(location)}</span>}
              </li>
            ))}
          </ul>
        </section>
      )}
      {isTruncated && <p className="kr-second kr-muted">{texts.thisListIsIncomplete}</p>}
    </div>
  )
}

type ImportedArticleProps = ImportExportJobViewProps & { id: string; title: string }

function ImportedArticle({ job: { workspace, isPublished }, id, title, onNavigate }: ImportedArticleProps) {
  if (isPublished === false)
    return (
      <Link to="/draft/$id/{-$mode}" params={{ id }} className={styles.article} onClick={onNavigate}>
        {title}
      </Link>
    )
  if (workspace === null) return title
  return (
    <Link
      to="/b/$workspaceId/$workspaceSlug/$articleId/{-$articleSlug}/{-$part}/{-$tab}"
      params={{ workspaceId: workspace.shortId, workspaceSlug: workspace.slug, articleId: id }}
      className={styles.article}
      onClick={onNavigate}
    >
      {title}
    </Link>
  )
}

type EarlierJobsProps = { jobs: readonly ImportExportJob[]; onChoose: (id: string) => void; label: string }

/** Jobs started earlier, to reopen. */
export function EarlierJobs({ jobs, onChoose, label }: EarlierJobsProps) {
  if (jobs.length === 0) return null
  return (
    <section className={styles.earlier} aria-label={label}>
      <h3>{label}</h3>
      <ul>
        {jobs.slice(0, 5).map((job) => (
          <li key={job.id}>
            <button type="button" className={styles.earlierButton} onClick={() => onChoose(job.id)}>
              <span className="kr-trunc kr-grow">{job.title}</span>
              <span className="kr-muted">{stateText(job)}</span>
              <RelativeTime time={job.createdAt} className="kr-muted" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function stateText({ status, progress, kind, result }: ImportExportJob): string {
  switch (status) {
    case 'uploading':
      return texts.uploadIncomplete
    case 'waiting':
    case 'running':
      return `${progress} %`
    case 'done':
      return kind === 'export' && result === null ? texts.noLongerAvailable : texts.ready
    case 'failed':
      return texts.failed
    case 'cancelled':
      return texts.cancelled
  }
}
