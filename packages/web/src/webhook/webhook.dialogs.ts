import type { Webhook } from '@knowreel/shared/webhook/webhook.calls.ts'
import { openDialog } from '../ui/dialog/dialogs.ts'

/** Null for a new one. */
export function openWebhookForm(webhook: Webhook | null): void {
  void openDialog(() => import('./webhook-form-dialog.tsx').then((module) => module.WebhookFormDialog), { webhook })
}
