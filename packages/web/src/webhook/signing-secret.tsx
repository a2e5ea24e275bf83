import { useState } from 'react'
import { Button } from '@mantine/core'
import { IconCopy, IconEye, IconEyeOff, IconRefresh } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { Webhook } from '@knowreel/shared/webhook/webhook.calls.ts'
import { api } from '../platform/api/api.ts'
import { confirmAction } from '../ui/dialog/dialogs.ts'
import { formatFullTime } from '../ui/time-format.ts'
import { copyWithToast } from '../ui/toast/copy-with-toast.ts'
import { showSuccess } from '../ui/toast/toast.ts'
import { useCacheWebhook } from './webhook.queries.ts'
import * as texts from './texts.ts'
import styles from './webhook.module.css'

/** The secret is fetched on request and only kept by this page. */
export function SigningSecret({ webhook: { id, formerSecretUntil } }: { webhook: Webhook }) {
  const [secret, setSecret] = useState<string | null>(null)
  const cache = useCacheWebhook()
  const show = useMutation({
    mutationFn: () => api.webhook.secret({ params: { id } }),
    onSuccess: (answer) => setSecret(answer.secret),
  })
  const rotate = useMutation({
    mutationFn: () => api.webhook.rotateSecret({ params: { id } }),
    onSuccess: (answer) => {
      setSecret(answer.secret)
      cache(answer.webhook)
      showSuccess(texts.rotated)
    },
  })
  const confirmRotation = async () => {
    const isConfirmed = await confirmAction({
      title: texts.confirmRotation,
      body: texts.rotationBody,
      confirmLabel: texts.rotate,
    })
    if (isConfirmed) rotate.mutate()
  }
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{texts.signingSecret}</h2>
      <p className="kr-second kr-muted">
        {texts.howToVerify} {formerSecretUntil !== null && texts.formerSecretSigns(formatFullTime(formerSecretUntil))}
      </p>
      {secret !== null && <code className={styles.secret}>{secret}</code>}
      <div className={styles.row}>
        {secret === null ? (
          <Button leftSection={<IconEye />} loading={show.isPending} onClick={() => show.mutate()}>
            {texts.showSecret}
          </Button>
        ) : (
          <>
            <Button
              leftSection={<IconCopy />}
              onClick={() => void copyWithToast(secret, { copied: texts.copied, notCopied: texts.notCopied })}
            >
              {texts.copySecret}
            </Button>
            <Button leftSection={<IconEyeOff />} onClick={() => setSecret(null)}>
              {texts.hideSecret}
            </Button>
          </>
        )}
        <Button leftSection={<IconRefresh />} loading={rotate.isPending} onClick={() => void confirmRotation()}>
          {texts.rotate}
        </Button>
      </div>
    </section>
  )
}
