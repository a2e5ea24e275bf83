/** The owner of a company chooses a plan, pays it, changes it and cancels. */
import { startPaddleServer, deliver, type PaddleServer } from '../../packages/server/test/paddle/paddle-server.ts'
import { checkScreen, collectConsoleErrors } from '../support/check-screen.ts'
import { expect, test as base } from '../support/people.ts'
import { startServer } from '../support/server.ts'

const widths = [1440, 820, 390, 360]

const test = base.extend<object, { paddle: PaddleServer }>({
  paddle: [
    // Playwright reads the required fixtures from the destructuring pattern.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const paddle = await startPaddleServer()
      await use(paddle)
      await paddle.close()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ paddle }, use) => {
      const { apiKey, clientToken, webhookSecrets, environment, apiUrl } = paddle.settings
      const server = await startServer({
        PADDLE_API_KEY: apiKey,
        PADDLE_CLIENT_TOKEN: clientToken,
        PADDLE_WEBHOOK_SECRET: webhookSecrets.join(','),
        PADDLE_ENVIRONMENT: environment,
        PADDLE_API_URL: apiUrl ?? '',
        SUPPORT_CONTACT: 'help@example.org',
      })
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

/** In place of the provider's script: its form is one button. */
const script = `window.PaddleBillingV1 = {
  Environment: { set() {} },
  Initialize({ eventCallback }) { this.Initialized = true; this.notify = eventCallback },
  Update({ eventCallback }) { this.notify = eventCallback },
  Checkout: {
    open({ settings }) {
      const { notify } = window.PaddleBillingV1
      const button = document.createElement('button')
      button.textContent = 'Pay by card'
      button.onclick = () => notify({ name: 'checkout.completed' })
      document.querySelector('.' + settings.frameTarget).append(button)
      notify({ name: 'checkout.loaded' })
    },
    close() {},
  },
}`

test('a company begins a subscription with a trial, changes its plan and cancels', async ({
  createCompany,
  db,
  paddle,
  server,
}) => {
  const { world } = paddle
  const plan = { productName: 'Team', currencyCode: 'EUR' } as const
  world.addPrice({ ...plan, amount: '768', interval: 'month', trial: { interval: 'day', frequency: 14 } })
  world.addPrice({ ...plan, amount: '7680', interval: 'year', trial: null })
  let delivered = 0
  const deliverAll = async () => {
    for (; delivered < world.events.length; delivered++) {
      const event = world.events[delivered]
      if (event) expect(await deliver(server.baseURL, event)).toBe(200)
    }
  }
  const company = await createCompany({ title: 'Halden Systems', owner: { firstName: 'Ines', lastName: 'Okafor' } })
  await db.updateTable('companies').set({ is_billing: true }).where('id', '=', company.id).execute()

  const page = await company.owner.open('/subscription', {
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  })
  const complaints = collectConsoleErrors(page)
  await page.route('https://cdn.paddle.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  )
  await expect(page.getByRole('heading', { name: 'Set up your subscription' })).toBeVisible()
  const problems = await checkScreen(page, { name: 'billing-plans', widths })
  await page.getByText('Monthly').click()
  await page.getByRole('button', { name: 'Start a free trial' }).click()

  const pay = page.getByRole('button', { name: 'Pay by card' })
  await expect(pay).toBeVisible()
  await expect(page.getByText('14 days free, then 7.68\u00a0€ per month')).toBeVisible()
  problems.push(...(await checkScreen(page, { name: 'checkout', widths })))
  const transactionId = new URL(page.url()).searchParams.get('transactionId') ?? ''
  await pay.click()
  await expect(page.getByText('Payment received. Your subscription is being confirmed.')).toBeVisible()
  const subscription = world.completeCheckout(transactionId)
  await deliverAll()
  await expect(page.getByRole('heading', { name: 'How can I help?' })).toBeVisible({ timeout: 30_000 })
  expect(new URL(page.url()).pathname).toBe('/')

  await page.goto('/settings/billing/plan-details')
  await expect(page.getByText('Free trial')).toBeVisible()
  problems.push(...(await checkScreen(page, { name: 'billing-plan', widths: [...widths, 1440] })))
  await page.getByRole('link', { name: 'Change your plan' }).click()
  await page.getByRole('button', { name: 'Update' }).click()
  await page.getByRole('button', { name: 'Update plan' }).click()
  await expect(page.getByRole('heading', { name: 'Team, yearly' })).toBeVisible()

  await page.getByRole('button', { name: 'Cancel subscription' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel subscription' }).click()
  await expect(page.getByText(/^Subscription ends on/)).toBeVisible()
  expect(world.subscriptions.get(subscription.id)?.scheduled_change?.action).toBe('pause')
  problems.push(...(await checkScreen(page, { name: 'billing-plan-ending', widths: [1440, 390] })))
  await deliverAll()
  await page.goto('/settings/billing/history')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  problems.push(...(await checkScreen(page, { name: 'billing-history', widths })))
  expect([...problems, ...complaints]).toEqual([])
})
