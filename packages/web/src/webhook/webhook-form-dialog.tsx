import { Button, Checkbox, Modal, Switch, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { webhookEvents, webhookLimits, type WebhookEvent } from '@knowreel/shared/webhook/webhook-events.ts'
import type { Webhook } from '@knowreel/shared/webhook/webhook.calls.ts'
import { DialogFooter } from '../ui/dialog/dialog-footer.tsx'
import type { DialogProps } from '../ui/dialog/dialogs.ts'
import { FormError } from '../ui/form/form-error.tsx'
import { useValidatedForm } from '../ui/form/use-validated-form.ts'
import { showSuccess } from '../ui/toast/toast.ts'
import { eventGroups } from './describe-webhook.ts'
import { useSaveWebhook } from './webhook.queries.ts'
import * as texts from './texts.ts'
import styles from './webhook.module.css'

const loadSchema = () =>
  import('@knowreel/shared/webhook/webhook.calls.ts').then((module) => module.webhookCalls.create.body)

export function WebhookFormDialog({ opened, onClose, webhook }: DialogProps & { webhook: Webhook | null }) {
  const navigate = useNavigate()
  const save = useSaveWebhook()
  const form = useValidatedForm({
    initial: {
      url: webhook?.url ?? '',
      events: webhook?.events ?? [...webhookEvents],
      isActive: webhook?.isActive ?? true,
    },
    loadSchema,
    submit: async (values) => {
      const saved = await save(webhook?.id ?? null, values)
      onClose()
      showSuccess(webhook === null ? texts.created : texts.saved)
      if (webhook === null) void navigate({ to: '/settings/webhooks/$webhookId', params: { webhookId: saved.id } })
    },
  })
  const { url, events, isActive } = form.values
  const toggle = (changed: readonly WebhookEvent[], isOn: boolean) =>
    form.setValue(
      'events',
      webhookEvents.filter((event) => (changed.includes(event) ? isOn : events.includes(event))),
    )
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={webhook === null ? texts.addWebhook : texts.editWebhook}
      size={520}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <form className={styles.form} onSubmit={form.onSubmit} noValidate>
        <TextInput
          label={texts.address}
          description={texts.checkTheAddress}
          name="url"
          type="url"
          placeholder="https://example.org/hooks"
          autoComplete="off"
          maxLength={webhookLimits.url}
          data-autofocus
          value={url}
          error={form.errors.url}
          onChange={(event) => form.setValue('url', event.currentTarget.value)}
        />
        <fieldset className={styles.events}>
          <legend>{texts.events}</legend>
          <Checkbox
            label={texts.selectAll}
            checked={events.length === webhookEvents.length}
            indeterminate={events.length > 0 && events.length < webhookEvents.length}
            onChange={(event) => toggle(webhookEvents, event.currentTarget.checked)}
          />
          {eventGroups.map((group) => (
            <fieldset key={group.label} className={styles.group}>
              <legend>{group.label}</legend>
              {group.events.map(({ value, label }) => (
                <Checkbox
                  key={value}
                  name="events"
                  label={label}
                  checked={events.includes(value)}
                  onChange={(event) => toggle([value], event.currentTarget.checked)}
                />
              ))}
            </fieldset>
          ))}
          <FormError>{form.errors.events}</FormError>
        </fieldset>
        <Switch
          label={texts.active}
          checked={isActive}
          onChange={(event) => form.setValue('isActive', event.currentTarget.checked)}
        />
        <FormError>{form.formError}</FormError>
        <DialogFooter>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" variant="filled" loading={form.isBusy}>
            {webhook === null ? texts.addWebhook : texts.save}
          </Button>
        </DialogFooter>
      </form>
    </Modal>
  )
}
