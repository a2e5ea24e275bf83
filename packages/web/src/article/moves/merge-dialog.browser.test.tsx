import { expect, it } from 'vitest'
import { refuse } from '../../../test/fake-server.ts'
import { openPage } from '../../../test/open-page.tsx'
import { dialog, expectText, expectVisible, heading, option, person } from '../../../test/person.ts'
import { aTreeEntry, aWorkspace } from '../../../test/samples.ts'
import { workspaceAnswers } from '../../../test/workspace-answers.ts'
import { openMergeArticle } from '../article.dialogs.ts'

const article = aTreeEntry({ title: 'Mount the rack' })
const sites = aWorkspace({ id: 'sites', title: 'Site visits' })
const answers = workspaceAnswers([sites, aWorkspace({ id: 'manuals', title: 'Manuals' })], [article])

async function openMerge(change: typeof answers) {
  await openPage('/meetings', { answers: { ...answers, ...change } })
  await expectVisible(heading('Meetings'))
  openMergeArticle({ article, browsed: { workspace: sites, articles: [article] } })
  await expectVisible(dialog('Merge “Mount the rack”'))
}

it('says that the articles of another workspace could not be loaded', async () => {
  await openMerge({ 'workspace.browse': refuse('internal') })
  await person.click(dialog().getByRole('combobox', { name: 'Workspace' }))
  await person.click(option('Manuals'))
  await expectVisible('The articles could not be loaded.')
  await expect.element(dialog().getByRole('combobox', { name: 'Merge into' })).toHaveAttribute('aria-invalid', 'true')
})

it('says that the workspaces could not be loaded', async () => {
  await openMerge({ 'workspace.list': refuse('internal') })
  await expectText(dialog(), 'Can not load workspaces')
})
