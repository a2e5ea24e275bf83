import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { noResponse } from '../../../test/fake-server.ts'
import { openPage, phone } from '../../../test/open-page.tsx'
import { button, dialog, expectGone, expectText, expectVisible, heading, option, person } from '../../../test/person.ts'
import { aWorkspace } from '../../../test/samples.ts'
import { aResult } from '../search.fixture.ts'

const field = page.getByRole('combobox', { name: 'Search' })
const names = (title: string) => page.getByRole('listbox', { name: title })
const labels = () =>
  page
    .getByRole('option')
    .elements()
    .map(({ textContent }) => textContent)
const ines = {
  type: 'user' as const,
  id: 'ines',
  name: 'Ines Okafor',
  email: 'okafor@brightmeter.example',
  profileImage: null,
  members: null,
}

async function openSearch(options: Parameters<typeof openPage>[1] = {}) {
  const { answers } = options
  const opened = await openPage('/workspaces', {
    ...options,
    answers: {
      'search.global': { article: [aResult()] },
      'workspace.list': {
        items: [
          aWorkspace({ title: 'Carrier field tests' }),
          aWorkspace({ title: 'Field work' }),
          aWorkspace({ title: 'The "big" field' }),
          aWorkspace({ title: 'Old field', isArchived: true }),
          aWorkspace({ title: 'Support' }),
        ],
      },
      ...answers,
    },
  })
  if (options.width === phone.width) {
    await person.click(button('Menu', { exact: true }))
    await person.click(dialog('Menu').getByRole('button', { name: 'Search' }))
  } else {
    await person.click(heading('Workspaces'))
    await person.press('/')
  }
  await expect.element(field).toHaveFocus()
  return opened
}

it('offers the workspaces that the person sees, and completes the filter by keys', async () => {
  const { server } = await openSearch()
  await person.type('meter in:fié')
  await expectVisible(names('In a workspace'))
  expect(labels()).toEqual(['FField work', 'CCarrier field tests', 'TThe "big" field'])
  await expect.element(option(/Field work/)).toHaveAttribute('aria-selected', 'true')
  await expectText(page.getByRole('search').getByRole('status'), '3 suggestions')
  await person.press('ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp')
  await expect.element(field).toHaveAttribute('aria-activedescendant', option(/Carrier/).element().id)
  await person.press('Enter')
  await expect.element(field).toHaveValue('meter in:"Carrier field tests" ')
  await expect.poll(() => server.requests('search.global').at(-1)?.params.q).toBe('meter in:"Carrier field tests"')
  await expectVisible(option(/Read a gateway log/))
})

it('completes a name with a quotation mark in the middle of a query', async () => {
  await openSearch()
  await person.type('in: meter')
  await person.press('Home', 'ArrowRight', 'ArrowRight', 'ArrowRight')
  await person.type('"the')
  await expectVisible(names('In a workspace'))
  await person.press('Tab')
  await expect.element(field).toHaveValue('in:"The ""big"" field" meter')
  await person.type('new ')
  await expect.element(field).toHaveValue('in:"The ""big"" field" new meter')
})

it('offers colleagues, whom it also finds by their address, and shows no former ones', async () => {
  const { server } = await openSearch({
    answers: {
      'finder.search': ({ params: { query } }) => ({
        items: query === 'oka' ? [ines] : [ines, { ...ines, id: 'jonas', name: 'Jonas Weber', email: 'j@x.example' }],
      }),
    },
  })
  await person.type('by:')
  await expectVisible(option(/Jonas Weber/))
  await person.type('oka')
  await expectGone(option(/Jonas Weber/))
  await expect
    .poll(() => server.requests('finder.search').map(({ params, query }) => [params.query, query.people]))
    .toEqual([
      [' ', true],
      ['oka', true],
    ])
  await person.click(option(/Ines Okafor/))
  await expect.element(field).toHaveValue('by:"Ines Okafor" ')
  await expect.element(field).toHaveFocus()
})

it('offers tags, kinds of articles and times', async () => {
  await openSearch({ answers: { 'tag.search': { tags: ['vpn', 'vpn client'] } } })
  await person.type('tag:vp')
  await expectVisible(names('With a tag'))
  await person.press('Enter')
  await expect.element(field).toHaveValue('tag:vpn ')
  await person.type('type:')
  await expectVisible(names('Type'))
  expect(labels()).toEqual(['Videostype:video', 'Notestype:notes'])
  await person.type('no')
  await person.press('Tab')
  await expect.element(field).toHaveValue('tag:vpn type:notes ')
  await person.type('before:')
  await expectVisible(names('Changed before a date'))
  await person.click(option(/A week ago/))
  const day = new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10)
  await expect.element(field).toHaveValue(`tag:vpn type:notes before:${day} `)
  await person.click(button('Add a filter'))
  await expectVisible(page.getByRole('menuitem', { name: /Changed before a date/ }))
})

it('offers nothing for a name that is complete or unknown, and shows the results', async () => {
  await openSearch()
  await person.type('in:Support')
  await expectVisible(option(/Read a gateway log/))
  await person.type('x')
  await expectVisible(option(/Read a gateway log/))
  expect(names('In a workspace').elements()).toHaveLength(0)
})

it('shows the results although names cannot be loaded', async () => {
  await openSearch({ answers: { 'tag.search': noResponse() } })
  await person.type('tag:vp')
  await expectVisible(option(/Read a gateway log/))
})

it('closes the names by Escape, then the dialog', async () => {
  await openSearch()
  await person.type('in:')
  await expectVisible(names('In a workspace'))
  await person.press('Escape')
  await expectGone(names('In a workspace'))
  await expect.element(field).toHaveValue('in:')
  await person.type('f')
  await expectVisible(names('In a workspace'))
  await person.press('Escape')
  await expectVisible(dialog('Search'))
  await person.press('Escape')
  await expectGone(dialog())
})

it('offers names on a phone, as rows that a finger hits', async () => {
  await openSearch({ ...phone })
  await person.type('in:"field w')
  await person.press('Escape')
  await person.press('Backspace')
  const row = option(/Field work/)
  await expectVisible(row)
  expect(row.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
  await person.click(row)
  await expect.element(field).toHaveValue('in:"Field work" ')
})
