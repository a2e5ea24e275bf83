import { it } from 'vitest'
import { page } from 'vitest/browser'
import { openPage } from '../../../test/open-page.tsx'
import { button, dialog, expectVisible, field, menuItem, person } from '../../../test/person.ts'
import { aTreeEntry, aWorkspace } from '../../../test/samples.ts'
import { workspaceAnswers } from '../../../test/workspace-answers.ts'

it.each([
  [/Create document/, 'Create article', 'Title cannot be empty!'],
  [/Start recording/, 'Next', 'The article title is required'],
])('says that a title is missing: %s', async (kind, confirm, message) => {
  await openPage('/')
  await person.click(page.getByRole('banner').getByRole('button', { name: 'Create' }))
  await person.click(menuItem('Create an article'))
  await person.click(dialog().getByRole('button', { name: kind }))
  await person.fill(field('Title'), ' ')
  await person.click(dialog().getByRole('button', { name: confirm }))
  await expectVisible(message)
})

it('warns about a sub-article without a title', async () => {
  const workspace = aWorkspace({ id: 'runbooks', shortId: 'runbooks', slug: 'runbooks' })
  const entry = aTreeEntry({ id: 'article-1', title: 'Replace a meter', isHasText: true })
  await openPage('/workspace/runbooks', {
    answers: {
      ...workspaceAnswers([{ ...workspace, order: [{ value: entry.id, items: [] }] }], [entry]),
      'notification.articleFollow': { follow: null },
    },
  })
  await person.click(button('Actions for Replace a meter'))
  await person.click(menuItem('Create sub-article'))
  await person.click(dialog().getByRole('button', { name: 'Create article' }))
  await expectVisible(page.getByRole('alert').filter({ hasText: 'Title cannot be empty!' }))
})
