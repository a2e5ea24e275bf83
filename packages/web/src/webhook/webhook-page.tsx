import { useState } from 'react'
import { Button } from '@mantine/core'
import { IconArrowLeft, IconPencil, IconSend, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import type { Webhook } from '@knowreel/shared/webhook/webhook.calls.ts'
import { ApiError } from '../platform/api/api-error.ts'
import { confirmAction } from '../ui/dialog/dialogs.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { LoadError } from '../ui/page/load-error.tsx'
import { PageFrame } from '../ui/page/page-frame.tsx'
import { ListSkeleton } from '../ui/page/list-skeleton.tsx'
import { StatusDot } from '../ui/status-dot.tsx'
import { DeliveryLog } from './delivery-log.tsx'
import { describeState, hostOf } from './describe-webhook.ts'
import { SigningSecret } from './signing-secret.tsx'
import { openWebhookForm } from './webhook.dialogs.ts'
import { useDeleteWebhook, useSend, useSwitchWebhook, webhookQuery } from './webhook.queries.ts'
import * as texts from './texts.ts'
import styles from './webhook.module.css'

export function WebhookPage() {
  const { webhookId } = useParams({ from: '/shell/members/settings/company-settings/webhooks/$webhookId' })
  const { data, error, isFetching, refetch } = useQuery(webhookQuery(webhookId))
  const [isGone, setGone] = useState(false)
  const isMissing = isGone || (error instanceof ApiError && error.status === 404)
  const webhook = data?.webhook
  if (webhook && !isMissing) return <ShownWebhook key={webhook.id} webhook={webhook} onDeleted={() => setGone(true)} />
  return (
    <PageFrame title={texts.webhooks}>
      {isMissing ? (
        <EmptyState drawing="lost" text={texts.webhookMissing}>
          <LinkButton to="/settings/webhooks">{texts.webhooks}</LinkButton>
        </EmptyState>
      ) : error ? (
        <LoadError text={texts.webhookNotLoaded} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <ListSkeleton />
      )}
    </PageFrame>
  )
}

function ShownWebhook({ webhook, onDeleted }: { webhook: Webhook; onDeleted: () => void }) {
  const navigate = useNavigate()
  const remove = useDeleteWebhook()
  const send = useSend(webhook.id)
  const turn = useSwitchWebhook()
  const host = hostOf(webhook.url)
  const state = describeState(webhook)
  const deleteWebhook = async () => {
    const isConfirmed = await confirmAction({
      title: texts.confirmDelete(host),
      body: texts.deleteBody,
      confirmLabel: texts.deleteWebhook,
      isDangerous: true,
    })
    if (!isConfirmed) return
    await remove.mutateAsync(webhook.id).then(
      () => {
        onDeleted()
        void navigate({ to: '/settings/webhooks', replace: true })
      },
      () => undefined,
    )
  }
  return (
    <PageFrame
      title={host}
      actions={
        <>
          <Button leftSection={<IconTrash />} onClick={() => void deleteWebhook()}>
            {texts.deleteWebhook}
          </Button>
          <Button leftSection={<IconPencil />} onClick={() => openWebhookForm(webhook)}>
            {texts.edit}
          </Button>
          <Button loading={turn.isPending} onClick={() => turn.mutate(webhook)}>
            {webhook.isActive ? texts.turnOff : texts.turnOn}
          </Button>
          <Button
            variant="filled"
            leftSection={<IconSend />}
            loading={send.isPending}
            onClick={() => send.mutate(null)}
          >
            {texts.sendTest}
          </Button>
        </>
      }
    >
      <Link to="/settings/webhooks" className={styles.back}>
        <IconArrowLeft className="kr-icon-16" />
        {texts.back}
      </Link>
      <p className={styles.summary}>
        <StatusDot tone={state.tone}>{state.text}</StatusDot>
        <span className={styles.url}>{webhook.url}</span>
      </p>
      {webhook.disabledReason !== null && (
        <p role="status" className={styles.warning}>
          {webhook.disabledReason === 'gone' ? texts.turnedOffGone : texts.turnedOffFailing}
        </p>
      )}
      <SigningSecret webhook={webhook} />
      <DeliveryLog webhookId={webhook.id} />
    </PageFrame>
  )
}
