/** An operator looks after an installation: companies, their people, jobs, logging in as an owner, and the audit log. */
import { readFile } from 'node:fs/promises'
import { checkScreen, collectConsoleErrors } from '../support/check-screen.ts'
import { expect, test } from '../support/people.ts'

/** Ends with the first, because the page keeps the last width. */
const widths = [1440, 820, 390, 360, 1440]

test('an operator finds a company, logs in as its owner, leaves, and removes the company', async ({
  createCompany,
}) => {
  const { owner: operator } = await createCompany({
    title: 'Knowreel Operations',
    owner: { firstName: 'Priya', lastName: 'Raghunathan', isSuperAdmin: true },
  })
  const halden = await createCompany({ title: 'Quorn Instruments', owner: { firstName: 'Ines', lastName: 'Okafor' } })
  await halden.join({ firstName: 'Chiara', lastName: 'Rossi' })

  const page = await operator.open('/admin', { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  const complaints = [collectConsoleErrors(page)]
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Recordings per day' })).toBeVisible()
  const problems = await checkScreen(page, { name: 'admin-dashboard', widths })

  await test.step('the companies', async () => {
    await page.getByRole('link', { name: 'Companies', exact: true }).click()
    await page.getByRole('searchbox', { name: 'Search companies' }).fill('quorn')
    await expect(page.getByRole('row')).toHaveCount(2)
    problems.push(...(await checkScreen(page, { name: 'admin-companies', widths })))
    await page.getByRole('link', { name: 'Quorn Instruments' }).click()
    await expect(page.getByRole('heading', { name: 'Quorn Instruments' })).toBeVisible()
    await expect(page.getByText('2 active, 0 invited')).toBeVisible()
    problems.push(...(await checkScreen(page, { name: 'admin-company', widths })))
  })

  await test.step('its people', async () => {
    await page.getByRole('link', { name: 'USERS', exact: true }).click()
    await page.getByRole('button', { name: 'Actions for Chiara Rossi' }).click()
    await page.getByRole('menuitem', { name: 'Deactivate' }).click()
    await expect(page.getByRole('row', { name: /Chiara/ })).toContainText('Deactivated')
    problems.push(...(await checkScreen(page, { name: 'admin-company-users', widths })))
    await page.getByRole('link', { name: 'BILLING', exact: true }).click()
    await expect(page.getByText('This company has no subscription.')).toBeVisible()
  })

  await test.step('the jobs', async () => {
    await page.getByRole('link', { name: /^Jobs/ }).click()
    await expect(page.getByRole('heading', { name: /^Jobs \(/ })).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search jobs' }).fill('.')
    await expect(page.getByText('The jobs could not be loaded.')).toBeHidden()
    await page.getByRole('searchbox', { name: 'Search jobs' }).fill('')
    problems.push(...(await checkScreen(page, { name: 'admin-jobs', widths })))
  })

  await test.step('logged in as the owner', async () => {
    await page.goto(`/admin/company/${halden.id}`)
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page.getByText('You are logged in to Quorn Instruments as Ines Okafor')).toBeVisible()
    problems.push(...(await checkScreen(page, { name: 'admin-login-as', widths })))
    await page.getByRole('button', { name: 'Leave' }).click()
    await expect(page).toHaveURL(/\/login/)
  })

  await test.step('the audit log, also as a file', async () => {
    const log = await operator.open(`/admin/audit-log?companyId=${halden.id}`, {
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
    })
    complaints.push(collectConsoleErrors(log))
    await expect(log.getByRole('row', { name: /Priya Raghunathan/ }).first()).toBeVisible()
    for (const action of ['Deactivated', 'Logged in as', 'Stopped being logged in as'])
      await expect(log.getByRole('row').filter({ hasText: action }).first()).toBeVisible()
    problems.push(...(await checkScreen(log, { name: 'admin-audit-log', widths })))
    const [file] = await Promise.all([
      log.waitForEvent('download'),
      log.getByRole('button', { name: 'Export CSV' }).click(),
    ])
    const csv = await readFile(await file.path(), 'utf8')
    for (const action of ['status_changed', 'logged_in_as', 'login_as_left']) expect(csv).toContain(action)
  })

  await test.step('removing it', async () => {
    const last = await operator.open(`/admin/company/${halden.id}`)
    complaints.push(collectConsoleErrors(last))
    await last.getByRole('button', { name: 'Delete Company' }).click()
    const question = last.getByRole('dialog', { name: 'Delete Quorn Instruments?' })
    await question.getByLabel('Type Quorn Instruments to confirm').fill('Quorn Instruments')
    await question.getByRole('button', { name: 'Delete company' }).click()
    await expect(last.getByRole('heading', { name: 'Companies' })).toBeVisible()
    await expect(last.getByRole('link', { name: 'Quorn Instruments' })).toBeHidden()
  })
  expect([...problems, ...complaints.flat()]).toEqual([])
})

test('nobody else gets into the back office', async ({ createCompany }) => {
  const { owner } = await createCompany({ title: 'Nordlys' })
  const page = await owner.open('/admin/companies')
  await expect(page).not.toHaveURL(/\/admin/)
})
