import { useState } from 'react'
import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconCircleCheck, IconCopy, IconPlus, IconTrash, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ApiKey } from '@knowreel/shared/user/api-key.calls.ts'
import { confirmAction } from '../../ui/dialog/dialogs.ts'
import { DataTable, type Column } from '../../ui/list/data-table.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { LoadError } from '../../ui/page/load-error.tsx'
import { PageFrame } from '../../ui/page/page-frame.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { formatDate, formatFullTime } from '../../ui/time-format.ts'
import { copyWithToast } from '../../ui/toast/copy-with-toast.ts'
import { showSuccess } from '../../ui/toast/toast.ts'
import { openCreateKey } from './api-keys.dialogs.ts'
import { apiKeysQuery, useRevokeKey } from './api-keys.queries.ts'
import type { CreatedKey } from './create-key-dialog.tsx'
import * as texts from './texts.ts'
import styles from './api-keys.module.css'

export function ApiKeysPage() {
  const { data, isPending, isError, isFetching, refetch } = useQuery(apiKeysQuery)
  const [created, setCreated] = useState<CreatedKey | null>(null)
  const revoke = useRevokeKey()
  const confirmRevoke = async (key: ApiKey) => {
    const isSure = await confirmAction({
      title: texts.revokeTitle(key.name),
      body: texts.revokeText,
      confirmLabel: texts.revoke,
    })
    if (isSure) revoke.mutate(key.id, { onSuccess: () => showSuccess(texts.keyRevoked) })
  }
  const keys = data?.keys ?? []
  return (
    <PageFrame
      title={texts.apiKeys}
      actions={
        data?.isAllowed && (
          <Button variant="filled" leftSection={<IconPlus />} onClick={() => openCreateKey(setCreated)}>
            {texts.createKey}
          </Button>
        )
      }
    >
      <div className={styles.page}>
        {data?.isAllowed === false && (
          <EmptyState drawing="locked" title={texts.forbidden} text={texts.forbiddenText} />
        )}
        {created && <CreatedKeyCard {...created} onClose={() => setCreated(null)} />}
        {isError && !data ? (
          <LoadError text={texts.keysCouldNotBeLoaded} onRetry={() => void refetch()} isRetrying={isFetching} />
        ) : (
          (data?.isAllowed !== false || keys.length > 0) && (
            <DataTable
              label={texts.apiKeys}
              rows={keys}
              columns={columns}
              rowKey={({ id }) => id}
              rowHeight={64}
              isLoading={isPending}
              empty={<EmptyState drawing="locked" text={texts.noKeysYet} />}
              menuLabel={({ name }) => texts.actionsFor(name)}
              menu={(key) => (
                <Menu.Item color="red" leftSection={<IconTrash />} onClick={() => void confirmRevoke(key)}>
                  {texts.revoke}
                </Menu.Item>
              )}
            />
          )
        )}
        <p className="kr-second kr-muted">
          {texts.apiKeysText} <a href="/api/docs">{texts.apiReference}</a>
        </p>
      </div>
    </PageFrame>
  )
}

/** The key is only here: leaving the page loses it. */
function CreatedKeyCard({ name, token, onClose }: CreatedKey & { onClose: () => void }) {
  const copy = () => copyWithToast(token, { copied: texts.keyCopied, notCopied: texts.keyNotCopied })
  return (
    <section className={styles.created} aria-label={texts.keyIsReady(name)}>
      <div className={styles.createdHead}>
        <IconCircleCheck className={styles.check} />
        <p className={styles.createdText} role="status">
          {texts.keyIsReady(name)}
        </p>
        <ActionIcon variant="subtle" color="gray" aria-label={texts.close} onClick={onClose}>
          <IconX />
        </ActionIcon>
      </div>
      <div className={styles.secret}>
        <input className={styles.token} readOnly aria-label={texts.keyText} value={token} onFocus={selectAll} />
        <Button variant="filled" autoFocus leftSection={<IconCopy />} onClick={() => void copy()}>
          {texts.copyKey}
        </Button>
      </div>
    </section>
  )
}

const selectAll = (event: { currentTarget: HTMLInputElement }) => event.currentTarget.select()

const columns: Column<ApiKey>[] = [
  { name: 'name', title: texts.name, cell: (key) => <NameCell apiKey={key} /> },
  { name: 'scope', title: texts.scope, width: 136, hideBelow: 'phone', cell: ({ scope }) => texts.scopes[scope] },
  {
    name: 'workspaces',
    title: texts.workspaces,
    width: 168,
    hideBelow: 'tablet',
    cell: ({ workspaces }) => <WorkspacesCell workspaces={workspaces} />,
  },
  { name: 'used', title: texts.lastUsed, width: 136, hideBelow: 'phone', cell: (key) => <LastUse apiKey={key} /> },
  { name: 'expires', title: texts.expires, width: 112, hideBelow: 'phone', cell: (key) => <Expiry apiKey={key} /> },
]

/** On phones, with what the other columns say. */
function NameCell({ apiKey }: { apiKey: ApiKey }) {
  return (
    <span className={styles.cell}>
      <span className="kr-trunc" title={apiKey.name}>
        {apiKey.name}
      </span>
      <code className={styles.code}>{texts.keyEnding(apiKey.lastFour)}</code>
      <span className={styles.facts}>
        {texts.scopeAndExpiry(texts.scopes[apiKey.scope])}
        <Expiry apiKey={apiKey} />
      </span>
    </span>
  )
}

function WorkspacesCell({ workspaces }: Pick<ApiKey, 'workspaces'>) {
  if (workspaces === null) return texts.allWorkspaces
  const [first] = workspaces
  const titles = workspaces.map(({ title }) => title).join(', ')
  return (
    <span className="kr-trunc" title={titles}>
      {first === undefined
        ? texts.noWorkspace
        : workspaces.length === 1
          ? first.title
          : texts.limitedTo(workspaces.length)}
    </span>
  )
}

const LastUse = ({ apiKey: { lastUsedAt } }: { apiKey: ApiKey }) =>
  lastUsedAt === null ? <span className="kr-muted">{texts.never}</span> : <RelativeTime time={lastUsedAt} />

const dayMs = 86_400_000
const soonDays = 14

function Expiry({ apiKey: { expiresAt } }: { apiKey: ApiKey }) {
  const [now] = useState(() => Date.now())
  if (expiresAt === null) return <span className="kr-muted">{texts.never}</span>
  const days = Math.ceil((Date.parse(expiresAt) - now) / dayMs)
  const state = days <= 0 ? 'ended' : days <= soonDays ? 'soon' : 'later'
  return (
    <time className={styles.expiry} data-state={state} dateTime={expiresAt} title={formatFullTime(expiresAt)}>
      {state === 'ended' ? texts.expired : state === 'soon' ? texts.daysLeft(days) : formatDate(expiresAt)}
    </time>
  )
}
