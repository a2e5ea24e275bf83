import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openPage } from '../../../test/open-page.tsx'
import { button, expectGone, expectVisible, menuItem, person } from '../../../test/person.ts'
import { aTreeEntry, aWorkspace } from '../../../test/samples.ts'
import { workspaceAnswers } from '../../../test/workspace-answers.ts'

const titles = ['Restart a gateway', 'Read a meter by hand']
const articles = titles.map((title) => aTreeEntry({ id: title, title }))
const treeItem = (title: string) => page.getByRole('treeitem', { name: title })
const focusedText = () => document.activeElement?.textContent?.trim()

/** A newly rendered page whose menu code is already loaded, so that the first key press renders the menu. */
async function openLoadedPage() {
  const order = titles.map((value) => ({ value, items: [] }))
  const answers = workspaceAnswers([aWorkspace({ id: 'runbooks', title: 'Support runbooks', order })], articles)
  const { reload } = await openPage('/workspace/runbooks', {
    answers: { ...answers, 'notification.articleFollow': { follow: null } },
  })
  await person.hover(treeItem('Restart a gateway'))
  await person.click(button('Actions for Restart a gateway'))
  await expectVisible(menuItem('Edit'))
  await expectVisible(menuItem('Notifications'))
  await person.press('Escape')
  await expectGone(menuItem('Edit'))
  reload()
  await expectVisible(treeItem('Restart a gateway'))
}

it('opens by Shift+F10, takes the focus and returns it to the row', async () => {
  await openLoadedPage()
  for (const title of titles) {
    await person.focus(treeItem(title))
    await person.press('Shift+F10')
    await expect.poll(focusedText).toBe('Edit')
    await person.press('ArrowDown')
    await expect.poll(focusedText).toBe('Create sub-article')
    await person.press('Escape')
    await expectGone(menuItem('Edit'))
    await expect.element(treeItem(title)).toHaveFocus()
  }
})
