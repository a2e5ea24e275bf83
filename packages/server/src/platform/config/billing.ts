import { StartupError } from './startup-error.ts'

export type BillingSettings = {
  readonly apiKey: string
  /** Public: the checkout page uses it. */
  readonly clientToken: string
  /** Several while a secret is being replaced. */
  readonly webhookSecrets: readonly string[]
  readonly environment: 'production' | 'sandbox'
  /** Another server that speaks the provider's protocol, such as that of the tests; null for the provider's own. */
  readonly apiUrl: string | null
}

type Values = {
  PADDLE_API_KEY?: string | undefined
  PADDLE_CLIENT_TOKEN?: string | undefined
  PADDLE_WEBHOOK_SECRET?: string | undefined
  PADDLE_ENVIRONMENT: 'production' | 'sandbox'
  PADDLE_API_URL?: string | undefined
}

/** Null: the product is free. Incomplete settings stop the start, because payments would be taken and not noticed. */
export function readBilling(values: Values): BillingSettings | null {
  const required = {
    PADDLE_API_KEY: values.PADDLE_API_KEY,
    PADDLE_CLIENT_TOKEN: values.PADDLE_CLIENT_TOKEN,
    PADDLE_WEBHOOK_SECRET: values.PADDLE_WEBHOOK_SECRET,
  }
  const missing = Object.entries(required).flatMap(([name, value]) => (value === undefined ? [name] : []))
  if (missing.length === Object.keys(required).length) return null
  if (missing.length > 0) throw new StartupError(`Billing needs ${missing.join(' and ')} too.`)
  return {
    apiKey: values.PADDLE_API_KEY ?? '',
    clientToken: values.PADDLE_CLIENT_TOKEN ?? '',
    webhookSecrets: (values.PADDLE_WEBHOOK_SECRET ?? '').split(',').map((secret) => secret.trim()),
    environment: values.PADDLE_ENVIRONMENT,
    apiUrl: values.PADDLE_API_URL?.replace(/\/$/, '') ?? null,
  }
}
