import { useEffect, useState } from 'react'
import { Button, Menu } from '@mantine/core'
import { IconAlertTriangle, IconFileText, IconRefresh, IconTrash } from '@tabler/icons-react'
import type { AdminJob } from '@knowreel/shared/admin/admin.calls.ts'
import { mayResetJob } from '@knowreel/shared/admin/admin.rules.ts'
import { confirmAction } from '../../ui/dialog/dialogs.ts'
import { DataTable, type Column } from '../../ui/list/data-table.tsx'
import { formatAttemptTime, formatDuration } from '../../ui/time-format.ts'
import { showSuccess } from '../../ui/toast/toast.ts'
import { usePhone } from '../../ui/use-breakpoints.ts'
import { useRemoveJob, useResetJob } from '../admin.queries.ts'
import { StatusDot, type DotTone } from '../../ui/status-dot.tsx'
import * as texts from '../texts.ts'
import styles from '../admin.module.css'

/** The error or the log that is shown below its job. */
export type OpenJob = { readonly id: string; readonly part: 'error' | 'log' }

const tones: Record<AdminJob['status'], DotTone> = { new: 'hollow', processing: 'accent', done: 'green', failed: 'red' }

type JobsTableProps = {
  jobs: readonly AdminJob[]
  isLoading: boolean
  open: OpenJob | null
  onOpen: (open: OpenJob | null) => void
}

export function JobsTable({ jobs, isLoading, open, onOpen }: JobsTableProps) {
  const actions = useJobActions()
  const isPhone = usePhone()
  const columns: Column<AdminJob>[] = [
    {
      name: 'name',
      title: texts.name,
      width: isPhone ? undefined : '24%',
      cell: (job) => (
        <span className={styles.twoLines}>
          <span className="kr-medium kr-trunc" title={job.title}>
            {job.name}
          </span>
          {/* The column with the parameters is hidden. */}
          {isPhone && job.status === 'processing' && <Running job={job} />}
        </span>
      ),
    },
    {
      name: 'attempts',
      title: texts.attempts,
      width: 96,
      hideBelow: 'phone',
      cell: ({ attempts, limit }) => <span className="kr-num">{`${attempts}/${limit}`}</span>,
    },
    {
      name: 'last',
      title: texts.lastAttempt,
      width: 160,
      hideBelow: 'tablet',
      cell: ({ lastAttemptAt }) => <span className="kr-num">{formatAttemptTime(lastAttemptAt)}</span>,
    },
    {
      name: 'status',
      title: texts.status,
      width: 120,
      cell: ({ status }) => <StatusDot tone={tones[status]}>{status}</StatusDot>,
    },
    { name: 'params', title: texts.params, hideBelow: 'phone', cell: (job) => <Params job={job} /> },
  ]
  return (
    <DataTable
      label={texts.jobs}
      rows={jobs}
      columns={columns}
      rowKey={({ id }) => id}
      isLoading={isLoading}
      menuLabel={({ name }) => texts.actionsForItem(name)}
      menu={(job) => (job.status === 'processing' ? null : <JobMenu job={job} actions={actions} onOpen={onOpen} />)}
      details={(job) =>
        // A job that was reset has no error any more.
        open?.id === job.id && job[open.part] ? (
          <JobDetails job={job} part={open.part} onHide={() => onOpen(null)} />
        ) : null
      }
    />
  )
}

/** JSON with the spaces that the database writes, so that what is copied from here can be searched for. */
const toSearchableText = (data: AdminJob['data']): string =>
  JSON.stringify(data, null, 1)
    .replaceAll(/(?<=[[{])\n *|\n *(?=[\]}])/g, '')
    .replaceAll(/\n */g, ' ')

function Params({ job }: { job: AdminJob }) {
  const params = toSearchableText(job.data)
  return (
    <span className={styles.paramsCell}>
      <span className={styles.params} title={params}>
        {params}
      </span>
      {job.status === 'processing' && <Running job={job} />}
    </span>
  )
}

/** The worker of a job and its running time. */
function Running({ job }: { job: AdminJob }) {
  return (
    <span className={styles.running}>
      {job.workerName ?? texts.application}
      <Elapsed since={job.lastAttemptAt ?? job.updatedAt} />
    </span>
  )
}

function Elapsed({ since }: { since: string }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const text = formatDuration(now - Date.parse(since))
  return <time aria-label={texts.runningFor(text)}>{text}</time>
}

type JobMenuProps = {
  job: AdminJob
  actions: ReturnType<typeof useJobActions>
  onOpen: (open: OpenJob) => void
}

function JobMenu({ job, actions, onOpen }: JobMenuProps) {
  return (
    <>
      {job.error !== null && (
        <Menu.Item leftSection={<IconAlertTriangle />} onClick={() => onOpen({ id: job.id, part: 'error' })}>
          {texts.error}
        </Menu.Item>
      )}
      {job.log !== '' && (
        <Menu.Item leftSection={<IconFileText />} onClick={() => onOpen({ id: job.id, part: 'log' })}>
          {texts.logs}
        </Menu.Item>
      )}
      {mayResetJob(job) && (
        <Menu.Item leftSection={<IconRefresh />} onClick={() => void actions.reset(job)}>
          {texts.reset}
        </Menu.Item>
      )}
      {(job.error !== null || job.log !== '' || mayResetJob(job)) && <Menu.Divider />}
      <Menu.Item leftSection={<IconTrash />} data-danger onClick={() => void actions.remove(job)}>
        {texts.deleteLabel}
      </Menu.Item>
    </>
  )
}

type JobDetailsProps = { job: AdminJob; part: OpenJob['part']; onHide: () => void }

function JobDetails({ job, part, onHide }: JobDetailsProps) {
  return (
    <div
      className={styles.alert}
      data-tone={part === 'error' ? 'red' : undefined}
      role={part === 'error' ? 'alert' : 'status'}
    >
      {part === 'error' && <IconAlertTriangle className={styles.bad} />}
      <pre>{part === 'error' ? job.error : job.log}</pre>
      <Button variant="subtle" color="gray" onClick={onHide}>
        {texts.hide}
      </Button>
    </div>
  )
}

function useJobActions() {
  const { mutateAsync: resetJob } = useResetJob()
  const { mutateAsync: removeJob } = useRemoveJob()
  const run = async (work: Promise<unknown>, message: string) =>
    work.then(
      () => showSuccess(message),
      () => undefined,
    )
  return {
    reset: async ({ id, name }: AdminJob) => {
      const question = { title: texts.resetJobQuestion(name), body: texts.resetJobText, confirmLabel: texts.resetJob }
      if (await confirmAction(question)) await run(resetJob(id), texts.jobReset)
    },
    remove: async ({ id, name }: AdminJob) => {
      const question = {
        title: texts.deleteJobQuestion(name),
        body: texts.deleteJobText,
        confirmLabel: texts.deleteJob,
      }
      if (await confirmAction({ ...question, isDangerous: true })) await run(removeJob(id), texts.jobDeleted)
    },
  }
}
