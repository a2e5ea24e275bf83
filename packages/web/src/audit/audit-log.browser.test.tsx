import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { AuditEntry } from '@knowreel/shared/audit/audit.calls.ts'
import { openPage } from '../../test/open-page.tsx'
import { button, expectVisible, field, menuItem, option, person } from '../../test/person.ts'
import { aCompanyUser, anOperatorSession, aSession } from '../../test/samples.ts'
import type { Answers } from '../../test/fake-server.ts'

const anEntry = (change: Partial<AuditEntry> = {}): AuditEntry => ({
  id: '0193f2c4-7e1b-7000-8000-000000000001',
  occurredAt: '2026-11-21T10:12:30.000Z',
  action: 'role_changed',
  company: { id: 'halden', title: 'Halden Systems' },
  user: { id: 'chiara', name: 'Chiara Rossi' },
  operator: null,
  subject: { kind: 'user', id: 'tomasz', title: 'Tomasz Wiśniewski' },
  before: { role: 'user' },
  details: { role: 'admin' },
  address: '62.196.40.3',
  device: 'Firefox on macOS',
  ...change,
})

/** The list of its options has the same label. */
const picker = (label: string) => page.getByPlaceholder(`${label}: All`)

const answers: Answers = {
  'admin.countJobs': { count: 0, isEstimate: false, failed: 0, failedNames: [] },
  'admin.searchCompanies': ({ params: { q } }) => ({
    companies: ['Halden Systems', 'Nordlys']
      .filter((title) => q === '0' || title.toLowerCase().includes(q.toLowerCase()))
      .map((title) => ({
        company: {
          id: title === 'Nordlys' ? 'nordlys' : 'halden',
          title,
          slug: 'x',
          domain: null,
          isActivated: true,
          isAiEnabled: false,
          isBilling: false,
          createdAt: '2026-01-05T09:00:00.000Z',
        },
        stat: { usersCount: 1, workspacesCount: 1, storageSize: 0 },
      })),
    count: 2,
  }),
  'admin.companyUsers': {
    users: { companyUsers: [], invitedUsers: [] },
  },
  'audit.listAll': { entries: [anEntry()], next: null },
  'audit.csvOfAll': { csv: 'time,action', isTruncated: true },
}

it('the log of the installation is filtered by person, company and days', async () => {
  const { server } = await openPage('/admin/audit-log', { session: anOperatorSession(), answers })
  await expectVisible('Tomasz Wiśniewski')
  const asked = () => server.requests('audit.listAll').at(-1)?.query
  await person.fill(picker('Company'), 'nordl')
  await person.click(option('Nordlys'))
  await expect.poll(asked).toMatchObject({ companyId: 'nordlys' })
  await person.fill(picker('Person'), 'chiara')
  await person.click(option('Chiara Rossi'))
  await expect.poll(asked).toMatchObject({ companyId: 'nordlys', userId: 'chiara' })
  await field('First day').fill('2026-11-20')
  await field('Last day').fill('2026-11-21')
  await expect.poll(asked).toMatchObject({ from: '2026-11-20', to: '2026-11-21' })
  expect(location.search).toContain('userId=chiara')
  // Choosing it again removes the filter.
  await person.click(picker('Person'))
  await person.click(option('Chiara Rossi'))
  await expect.poll(() => location.search).not.toContain('userId')
})

it('a year that is half typed filters nothing and stays out of the URL', async () => {
  const { server } = await openPage('/admin/audit-log?to=0202-11-21', { session: anOperatorSession(), answers })
  await expectVisible('Tomasz Wiśniewski')
  // As the field reports it after each digit of the year.
  for (const typed of ['0002-11-20', '0020-11-20', '0202-11-20']) {
    await field('First day').fill(typed)
    await expect.element(field('First day')).toHaveValue(typed)
    expect(location.search).not.toContain('from')
  }
  await field('First day').fill('2026-11-20')
  await expect.poll(() => location.search).toContain('from=2026-11-20')
  await field('First day').fill('')
  await expect.poll(() => location.search).not.toContain('from')
  const asked = server.requests('audit.listAll').map(({ query }) => [query?.from, query?.to])
  expect([...new Set(asked.map(String))].toSorted()).toEqual([',', '2026-11-20,'])
})

it('a row shows what it was before, and from which device', async () => {
  await openPage('/admin/audit-log', { session: anOperatorSession(), answers })
  await person.click(page.getByText('Tomasz Wiśniewski'))
  await expectVisible('user → admin')
  await expectVisible('Firefox on macOS')
})

it('the CSV file has what the filter finds, and says when it does not have all', async () => {
  const saved: string[] = []
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download)
  })
  const { server } = await openPage('/admin/audit-log?action=role_changed&companyId=halden', {
    session: anOperatorSession(),
    answers,
  })
  await person.click(button('Export CSV'))
  await expectVisible(/newest 20,000 entries/)
  expect(server.requests('audit.csvOfAll')[0]?.query).toEqual({ action: 'role_changed', companyId: 'halden' })
  expect(saved).toEqual([expect.stringMatching(/^audit-log-\d{4}-\d\d-\d\d\.csv$/)])
  click.mockRestore()
})

it('the log of a company offers its people, and no companies', async () => {
  const { server } = await openPage('/settings/audit-log', {
    session: aSession(),
    answers: {
      'companyUser.list': {
        users: [aCompanyUser({ id: 'mira', firstName: 'Mira', lastName: 'Novak' })],
        abilities: { newcomerRoles: ['user'] },
      },
      'audit.list': { entries: [anEntry()], next: null },
    },
  })
  await expectVisible('Tomasz Wiśniewski')
  await person.fill(picker('Person'), 'mira')
  await person.click(option('Mira Novak'))
  await expect.poll(() => server.requests('audit.list').at(-1)?.query).toMatchObject({ userId: 'mira' })
  await expect.element(picker('Company')).not.toBeInTheDocument()
  await person.click(button('Action: All'))
  await expectVisible(menuItem('Changed the role of'))
})
