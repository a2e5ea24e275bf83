import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Check, SystemCheck } from '@knowreel/shared/system-check/system-check.calls.ts'
import { openPage, phone } from '../../../test/open-page.tsx'
import { button, expectVisible, heading, person, toast } from '../../../test/person.ts'
import { anOperatorSession } from '../../../test/samples.ts'
import type { Answers } from '../../../test/fake-server.ts'
import type { FakeSocket } from '../../../test/fake-socket.ts'

const aCheck = (name: string, change: Partial<Check>): Check => ({
  name,
  title: name,
  state: 'ok',
  result: 'Fine',
  advice: null,
  lines: [],
  milliseconds: 6,
  ...change,
})
const email = aCheck('Email', {
  state: 'failure',
  result: 'Connection to mail.halden.io:25 refused',
  advice: 'Use the submission port of your provider.',
  lines: [{ label: 'Environment', text: 'SMTP_URL=smtps://mail.halden.io:465' }],
  milliseconds: 5000,
})
const finished = (checks: Check[]): SystemCheck => ({
  checks,
  isRunning: false,
  finishedAt: new Date().toISOString(),
  serverTime: new Date().toISOString(),
})
const disk = aCheck('Disk space', { state: 'warning', result: '4 GB free', advice: 'Add space.' })

let current: SystemCheck
const answers = (): Answers => ({
  'admin.countJobs': { count: 0, isEstimate: false, failed: 0, failedNames: [] },
  'systemCheck.read': () => current,
  'systemCheck.run': () => current,
})

beforeEach(() => {
  current = finished([email, disk, aCheck('Database', {}), aCheck('AI model', { state: 'off', milliseconds: null })])
})

/** The socket of the check; the page has one of its own for notifications. */
async function findProbe(sockets: readonly FakeSocket[]): Promise<FakeSocket> {
  const find = () => sockets.find(({ sent }) => sent.some((message) => (message as { type: string }).type === 'ping'))
  await expect.poll(find).toBeDefined()
  return find() ?? expect.unreachable()
}

const group = (name: string) => page.getByRole('region', { name })

describe('the system check', () => {
  it('runs on demand, shows its progress, and checks the connection of this browser', async () => {
    current = { ...current, finishedAt: null, checks: [aCheck('Database', { state: 'waiting', result: '' })] }
    const { server, sockets } = await openPage('/admin/system-check', {
      session: anOperatorSession(),
      answers: answers(),
    })
    await expectVisible(page.getByText('Nothing is changed and no email is sent.'))
    expect(server.requests('systemCheck.run')).toHaveLength(0)
    current = { ...current, isRunning: true, checks: [aCheck('Database', { state: 'running', result: '' })] }
    await person.click(button('Run check'))
    await expectVisible('Checking: 1 of 2 done')
    const probe = await findProbe(sockets)
    expect(probe.path).toBe('/live')
    probe.receive({ type: 'pong' })
    current = finished([aCheck('Database', {})])
    await expectVisible('Everything works')
    await expectVisible(group('Passed').getByText('WebSockets reach this browser'))
    expect(server.requests('systemCheck.run')).toHaveLength(1)
  })

  it('names the lines of nginx, Caddy and Traefik when no WebSocket reaches the browser', async () => {
    const { sockets } = await openPage('/admin/system-check', { session: anOperatorSession(), answers: answers() })
    await expectVisible('1 failed, 1 warning')
    await person.click(button('Run again'))
    ;(await findProbe(sockets)).close(1006)
    await expectVisible(group('To change').getByText('No WebSocket reaches this browser'))
    for (const proxy of ['nginx', 'Caddy', 'Traefik']) await expectVisible(button(`Copy lines for ${proxy}`))
    await expectVisible(page.getByText('proxy_set_header Upgrade $http_upgrade;'))
  })

  it('warns of a clock that differs', async () => {
    const { sockets } = await openPage('/admin/system-check', { session: anOperatorSession(), answers: answers() })
    await expectVisible('1 failed, 1 warning')
    current = { ...current, serverTime: new Date(Date.now() - 300_000).toISOString() }
    await person.click(button('Run again'))
    await expectVisible(group('To change').getByText(/^300\.\d s from the server$/))
    ;(await findProbe(sockets)).receive({ type: 'pong' })
  })

  it('shows first what to change, with lines to copy, then what passed and what is not set up', async () => {
    await openPage('/admin/system-check', { session: anOperatorSession(), answers: answers() })
    await expectVisible(heading('System check'))
    await expectVisible('1 failed, 1 warning')
    await expectVisible(page.getByText('1 of 3 checks passed.'))
    await expectVisible(group('To change').getByText('Use the submission port of your provider.'))
    await expectVisible(group('To change').getByText('SMTP_URL=smtps://mail.halden.io:465'))
    await expectVisible(group('To change').getByText('5.0 s'))
    await expectVisible(group('Passed').getByText('Database'))
    await expectVisible(group('Not set up').getByText('AI model'))
    await expectVisible(page.getByRole('link', { name: 'System check 1 failed' }))
    await person.click(button('Copy lines for Environment'))
    await expectVisible(toast('Lines copied'))
  })

  it('is reached and started by keyboard', async () => {
    const { server, sockets } = await openPage('/admin/system-check', {
      session: anOperatorSession(),
      answers: answers(),
    })
    await expectVisible('1 failed, 1 warning')
    button('Copy report').element().focus()
    await userEvent.keyboard('{Tab}')
    expect(document.activeElement).toBe(button('Run again').element())
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => server.requests('systemCheck.run')).toHaveLength(1)
    ;(await findProbe(sockets)).receive({ type: 'pong' })
  })

  it('fits a phone without scrolling sideways', async () => {
    await openPage('/admin/system-check', { session: anOperatorSession(), answers: answers(), ...phone })
    await expectVisible(page.getByText('Use the submission port of your provider.'))
    await expectVisible(button('Run again'))
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(phone.width)
    const main = document.querySelector('main')
    expect(main?.scrollWidth).toBeLessThanOrEqual(main?.clientWidth ?? 0)
  })
})
