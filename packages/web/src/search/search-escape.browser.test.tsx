/** Escape closes one thing at a time, the innermost first. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openPage, phone } from '../../test/open-page.tsx'
import { button, dialog, expectGone, expectVisible, heading, option, person } from '../../test/person.ts'
import { aCompany, aSession, aWorkspace } from '../../test/samples.ts'
import { aResult } from './search.fixture.ts'

const field = page.getByRole('combobox', { name: /^(Ask a question|Search)$/ })
const result = option(/Read a gateway log/)
const leaveAi = button('Leave AI mode')
const withAi = () => aSession({ company: aCompany({ isAiEnabled: true }) })
const answers = {
  'search.global': { article: [aResult()] },
  'search.addToHistory': { history: { _id: 'history', questions: [] } },
  'workspace.list': { items: [aWorkspace({ title: 'Field work' })] },
}

it('on Home, closes names, then the results, then clears and leaves the field', async () => {
  await openPage('/', { answers })
  await person.click(field)
  await person.type('gateway in:')
  await expectVisible(option(/Field work/))
  await person.press('Escape')
  await expectVisible(result)
  await person.press('Escape')
  await expectGone(result)
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveAttribute('aria-expanded', 'false')
  await person.press('ArrowDown')
  await expectVisible(result)
  await person.press('Escape', 'Escape')
  await expect.element(field).toHaveValue('')
  await expect.element(field).toHaveFocus()
  await person.press('Escape')
  await expect.element(field).not.toHaveFocus()
})

it('on Home, Enter shows closed results again and opens none that is hidden', async () => {
  await openPage('/', { answers })
  await person.click(field)
  await person.type('gateway')
  await expectVisible(result)
  await person.press('Escape')
  await expectGone(result)
  await person.press('Enter')
  await expectVisible(result)
  expect(location.pathname).toBe('/')
})

it('on Home, clears the next question, then leaves the AI mode', async () => {
  await openPage('/', { session: withAi(), answers })
  await person.click(field)
  await person.type('Where are the keys?')
  await person.press('Enter')
  await expectVisible(leaveAi)
  await person.type('And')
  await person.press('Escape')
  await expect.element(field).toHaveValue('')
  await expectVisible(leaveAi)
  await person.press('Escape')
  await expectGone(leaveAi)
  await expect.element(field).toHaveFocus()
  await expectVisible(heading('How can I help?'))
})

it('leaves the AI mode before the dialog, also when the focus is in the answer', async () => {
  await openPage('/workspaces', { session: withAi(), answers })
  await person.click(heading('Workspaces'))
  await person.press('/')
  await expect.element(field).toHaveFocus()
  await person.type('Where are the keys?')
  await person.press('Enter')
  await expectVisible(leaveAi)
  await person.focus(button('Cancel'))
  await person.press('Escape')
  await expectGone(leaveAi)
  await expectVisible(dialog('Search'))
  await expect.element(field).toHaveFocus()
  await person.press('Escape')
  await expectGone(dialog())
})

it('closes the menu of filters before the dialog', async () => {
  await openPage('/workspaces', { answers })
  await person.click(heading('Workspaces'))
  await person.press('/')
  await expect.element(field).toHaveFocus()
  await person.type('gateway')
  await expectVisible(result)
  await person.click(button('Add a filter'))
  await expectVisible(page.getByRole('menuitem', { name: /In a workspace/ }))
  await person.press('Escape')
  await expectGone(page.getByRole('menuitem', { name: /In a workspace/ }))
  await expectVisible(dialog('Search'))
  await person.press('Escape')
  await expectGone(dialog())
})

it('closes the sheet of a phone', async () => {
  await openPage('/workspaces', { ...phone, answers })
  await person.click(button('Menu', { exact: true }))
  await person.click(dialog('Menu').getByRole('button', { name: 'Search' }))
  await expect.element(field).toHaveFocus()
  await person.type('gateway')
  await expectVisible(result)
  await person.press('Escape')
  await expectGone(dialog('Search'))
})

it('closes the palette', async () => {
  await openPage('/workspaces', { answers })
  await person.click(heading('Workspaces'))
  await person.press('Control+k')
  await expect.element(page.getByRole('combobox', { name: 'Search or run a command' })).toHaveFocus()
  await person.type('gateway')
  await person.press('Escape')
  await expectGone(dialog())
})
