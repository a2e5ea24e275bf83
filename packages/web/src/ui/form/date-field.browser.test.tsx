import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openPage, phone } from '../../../test/open-page.tsx'
import { button, dialog, expectGone, expectVisible, heading, person, texts, toast } from '../../../test/person.ts'
import { aSession } from '../../../test/samples.ts'
import { formatLongDate } from '../time-format.ts'

const field = page.getByLabelText('Birth date')
const focusedName = () => document.activeElement?.getAttribute('aria-label')
const calendar = () => dialog(/date/)
const day = (name: string) => calendar().getByRole('button', { name, exact: true })

async function openProfile(birthDay: string | null, options = {}) {
  const session = aSession({ birthDay })
  const { server } = await openPage('/settings/profile', {
    session,
    answers: {
      'notification.settings': {
        settings: { mentions: 'instant', comments: 'daily', publishes: 'daily', shares: 'instant', timeZone: null },
      },
      'notification.follows': { follows: [] },
      'twoFactor.get': { isOn: false, recoveryCodesLeft: 0, hasPassword: true },
      'session.list': { sessions: [] },
      'user.updateMe': ({ body }) => ({ user: { ...session.user, birthDay: body.birthDay ?? null } }),
    },
    ...options,
  })
  await expectVisible(field)
  return server
}

it('takes a typed day in the format of the product, and shows it after it is left', async () => {
  const server = await openProfile(null)
  await person.fill(field, '9 mar 1987')
  await person.press('Tab')
  await expect.element(field).toHaveValue('09/03/1987')
  await person.click(button('Save changes'))
  await expectVisible(toast('Your profile was successfully updated!'))
  expect(server.requests('user.updateMe').map(({ body }) => body)).toEqual([{ birthDay: '1987-03-09' }])
})

it('says what is wrong with a day that it cannot read, and a form does not save it', async () => {
  const server = await openProfile('1987-03-09')
  await person.fill(field, '30/02/1987')
  await person.press('Tab')
  await expectVisible('This day does not exist.')
  await person.fill(field, 'in spring')
  await person.press('Enter')
  await expectVisible('Enter a date as DD/MM/YYYY')
  await person.click(button('Save changes'))
  await expectVisible('Please enter a date')
  await expect.element(field).toHaveValue('in spring')
  expect(server.requests('user.updateMe')).toEqual([])
})

it('moves through the calendar by keys: days, weeks, months and years', async () => {
  await openProfile('1987-03-31')
  await person.focus(field)
  await person.press('ArrowDown')
  await expectVisible(heading('March 1987'))
  await expect.poll(focusedName).toBe('31 March 1987')
  const steps: [string, string][] = [
    ['ArrowRight', '01 April 1987'],
    ['ArrowUp', '25 March 1987'],
    ['ArrowLeft', '24 March 1987'],
    ['ArrowDown', '31 March 1987'],
    ['PageUp', '28 February 1987'],
    ['PageDown', '28 March 1987'],
    ['Shift+PageUp', '28 March 1986'],
    ['Shift+PageDown', '28 March 1987'],
  ]
  for (const [key, name] of steps) {
    await person.press(key)
    await expect.poll(focusedName).toBe(name)
  }
  await person.press('Enter')
  await expectGone(calendar())
  await expect.element(field).toHaveValue('28/03/1987')
})

it('is a grid whose one day is in the tab order, and which Escape closes', async () => {
  await openProfile('1987-03-31')
  await person.click(button('Change date, 31 March 1987'))
  const grid = calendar().getByRole('grid', { name: 'March 1987' })
  await expectVisible(grid)
  await expect.poll(() => grid.getByRole('row').length).toBe(7)
  expect(texts(grid.getByRole('columnheader')).toSorted()).toEqual(['Fr', 'Mo', 'Sa', 'Su', 'Th', 'Tu', 'We'])
  expect(grid.element().querySelectorAll('[tabindex="0"]').length).toBe(1)
  expect(grid.element().querySelectorAll('[aria-selected="true"]').length).toBe(1)
  await person.press('Home')
  await person.press('Escape')
  await expectGone(calendar())
  await expect.element(button('Change date, 31 March 1987')).toHaveFocus()
  await expect.element(field).toHaveValue('31/03/1987')
})

it('chooses no day outside its limits', async () => {
  await openProfile('1900-01-02')
  await person.click(button('Change date, 02 January 1900'))
  await expectVisible(heading('January 1900'))
  await expect.element(calendar().getByRole('button', { name: 'Previous month' })).toBeDisabled()
  await person.press('PageUp')
  await expect.poll(focusedName).toBe('01 January 1900')
  await person.press('ArrowLeft')
  await expect.poll(focusedName).toBe('01 January 1900')
  await person.click(day('05 January 1900'))
  await expect.element(field).toHaveValue('05/01/1900')
})

it('starts with today, and does not offer tomorrow for a birth date', async () => {
  await openProfile(null)
  await person.click(button('Choose date'))
  await expectVisible(calendar())
  await expect.poll(focusedName).toBe(formatLongDate(Date.now()))
  const tomorrow = day(formatLongDate(Date.now() + 86_400_000))
  await expect.element(tomorrow).toHaveAttribute('aria-disabled', 'true')
  await person.click(tomorrow)
  await expectVisible(calendar())
  await expect.element(field).toHaveValue('')
})

it('fits a phone', async () => {
  await openProfile('1987-03-31', phone)
  await person.click(button('Change date, 31 March 1987'))
  await expectVisible(heading('March 1987'))
  const { left, right } = calendar().element().getBoundingClientRect()
  expect(left).toBeGreaterThanOrEqual(0)
  expect(right).toBeLessThanOrEqual(phone.width)
})
