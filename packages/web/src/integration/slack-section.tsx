import { useState } from 'react'
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconBrandSlack } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { SlackIntegration, Workspace } from '@knowreel/shared/workspace/workspace.calls.ts'
import { api } from '../platform/api/api.ts'
import { handleError } from '../platform/api/handle-error.ts'
import { Banner } from '../ui/banner.tsx'
import { confirmAction } from '../ui/dialog/dialogs.ts'
import { StatusDot } from '../ui/status-dot.tsx'
import { showSuccess } from '../ui/toast/toast.ts'
import * as texts from './texts.ts'
import { useReturnFromSlack } from './use-return-from-slack.ts'
import styles from './slack-section.module.css'

type SlackSectionProps = {
  workspace: Workspace
  onChange: (workspace: Workspace) => void
}

/** The connection of a workspace to a channel of Slack, for the people who manage the workspace. */
export function SlackSection({ workspace, onChange }: SlackSectionProps) {
  const { id, slackIntegration: connection } = workspace
  const { isLeaving, connect } = useConnect(id)
  const { isConnecting } = useReturnFromSlack(id, onChange)
  const isBusy = isLeaving || isConnecting
  if (!workspace.isSlackAvailable) return null
  return (
    <section className={styles.section} aria-label={texts.slack}>
      <div className={styles.row}>
        <span className={styles.icon}>
          <IconBrandSlack />
        </span>
        <div className={styles.words}>
          <h2 className={styles.title}>{texts.slack}</h2>
          <p className="kr-second kr-muted">
            {connection === null
              ? texts.postsTitleAuthorAndLink
              : texts.channelAndTeam(connection.channel, connection.teamName)}
          </p>
        </div>
        {connection === null ? (
          <Button loading={isBusy} onClick={() => void connect()}>
            {texts.connectSlack}
          </Button>
        ) : (
          <Connection workspaceId={id} connection={connection} onChange={onChange} />
        )}
      </div>
      {connection?.failure && (
        <Banner
          icon={<IconAlertTriangle />}
          action={
            <Button variant="subtle" loading={isBusy} onClick={() => void connect()}>
              {texts.connectAgain}
            </Button>
          }
        >
          {texts.slackFailures[connection.failure](connection.channel)}
        </Banner>
      )}
    </section>
  )
}

type ConnectionProps = Pick<SlackSectionProps, 'onChange'> & { workspaceId: string; connection: SlackIntegration }

function Connection({ workspaceId, connection, onChange }: ConnectionProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.slack.disconnect({ params: { id: workspaceId } }),
    onSuccess: ({ workspace }) => {
      showSuccess(texts.slackIsDisconnected)
      onChange(workspace)
    },
  })
  const disconnect = async () => {
    const isConfirmed = await confirmAction({
      title: texts.disconnectSlackQuestion,
      body: texts.postingStops(connection.channel),
      confirmLabel: texts.disconnectSlack,
      isDangerous: true,
    })
    if (isConfirmed) mutate()
  }
  return (
    <div className={styles.state}>
      <StatusDot tone={connection.failure === null ? 'green' : 'amber'}>
        {connection.failure === null ? texts.connected : texts.notPosting}
      </StatusDot>
      <Button loading={isPending} onClick={() => void disconnect()}>
        {texts.disconnect}
      </Button>
    </div>
  )
}

/** Leads to Slack, where the person chooses a channel. */
function useConnect(workspaceId: string) {
  const [isLeaving, setLeaving] = useState(false)
  const connect = async () => {
    setLeaving(true)
    try {
      const { token } = await api.session.ticket()
      const address = `/api/integration/slack/${encodeURIComponent(workspaceId)}?${new URLSearchParams({ token })}`
      window.open(address, '_self')
    } catch (error) {
      setLeaving(false)
      handleError(error)
    }
  }
  return { isLeaving, connect }
}
