import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openPage } from '../../../test/open-page.tsx'
import { person } from '../../../test/person.ts'
import { aWorkspace } from '../../../test/samples.ts'
import { workspaceAnswers } from '../../../test/workspace-answers.ts'

const answers = workspaceAnswers([aWorkspace({ id: 'runbooks', title: 'Support runbooks' })])

it('keeps the width it was given, from 345 to 600 pixels', async () => {
  const { reload } = await openPage('/workspace/runbooks', { width: 1440, height: 900, answers })
  const panel = page.getByRole('complementary', { name: 'Support runbooks' })
  const edge = page.getByRole('separator', { name: 'Sidebar width' })
  const width = () => panel.query()?.getBoundingClientRect().width
  await expect.poll(width).toBe(345)
  await person.drag(edge, { x: 620, y: 300 })
  await expect.poll(width).toBeGreaterThan(400)
  const dragged = width()
  reload()
  await expect.poll(width).toBe(dragged)
  await person.focus(edge)
  await person.press('End', 'ArrowRight')
  await expect.poll(width).toBe(600)
  await person.press('Home', 'ArrowLeft')
  await expect.poll(width).toBe(345)
})
