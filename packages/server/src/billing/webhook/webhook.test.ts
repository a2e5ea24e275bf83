import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createRandom } from '../../../test/access/random-requests.ts'
import { deliver, signWebhook, startPaddleServer } from '../../../test/paddle/paddle-server.ts'
import { teamPrice, type PaddlePrice } from '../../../test/paddle/paddle-shapes.ts'
import { shuffle } from '../../../test/paddle/random-lifecycle.ts'
import { startTestServer } from '../../../test/server.ts'
import { buildCompany } from '../../company/company.builder.ts'

const paddle = await startPaddleServer()
afterAll(() => paddle.close())
const server = await startTestServer({ roles: ['api', 'worker'], config: { billing: paddle.settings } })
const { world } = paddle
const price: PaddlePrice = world.addPrice(teamPrice)

let owner: string
let subscriptionId: string

async function subscribe(): Promise<void> {
  const company = await buildCompany(server.db, { isBilling: true })
  owner = await server.signIn(company.owner, company)
  const { transactionId } = (await server.call('billing.createTransaction', { body: { priceId: price.id } }, owner)).ok
  subscriptionId = world.completeCheckout(transactionId).id
}

const readSubscriptions = async () => (await server.call('billing.listSubscriptions', {}, owner)).ok.subscriptions
const eventsOf = () =>
  world.events.filter(({ data }) => data['id'] === subscriptionId || data['subscription_id'] === subscriptionId)

describe('messages of the payment provider', () => {
  beforeEach(subscribe)

  test('late, repeated and in another order lead to what the provider knows', async () => {
    world.pause(subscriptionId, 'immediately')
    world.resume(subscriptionId)
    world.cancel(subscriptionId, 'next_billing_period')
    for (const event of shuffle(createRandom(7), eventsOf())) expect(await deliver(server.url, event)).toBe(200)
    await expect
      .poll(readSubscriptions, { timeout: 20_000 })
      .toMatchObject([{ id: subscriptionId, status: 'active', scheduledChange: { action: 'cancel' } }])
    expect(await readSubscriptions()).toHaveLength(1)
  })

  test('with a changed byte, an old time or another secret are refused and change nothing', async () => {
    const [event] = eventsOf()
    if (event === undefined) throw new Error('no event')
    const wrongs = [
      (body: string) => signWebhook(`${body} `),
      (body: string) => signWebhook(body, { at: new Date(Date.now() - 600_000) }),
      (body: string) => signWebhook(body, { secret: 'another' }),
    ]
    for (const wrong of wrongs) expect(await deliver(server.url, event, wrong)).toBe(403)
    expect(await readSubscriptions()).toEqual([])
  })
})
