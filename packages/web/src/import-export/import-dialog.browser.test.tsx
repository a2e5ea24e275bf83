import { expect, it } from 'vitest'
import { openPage } from '../../test/open-page.tsx'
import { button, dialog, expectVisible, menuItem, person } from '../../test/person.ts'
import { aWorkspace } from '../../test/samples.ts'
import { workspaceAnswers } from '../../test/workspace-answers.ts'

it('keeps imported articles as drafts unless publishing is chosen', async () => {
  const answers = workspaceAnswers([aWorkspace({ title: 'Gateways' })])
  await openPage('/workspaces', { answers: { ...answers, 'importExport.listJobs': { jobs: [] } } })
  await person.click(button('Actions for Gateways'))
  await person.click(menuItem('Import'))
  await expectVisible(dialog('Import into “Gateways”'))
  await expect.element(dialog().getByRole('radio', { name: 'Keep as drafts' })).toBeChecked()
})
