import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openPage, phone } from '../../../test/open-page.tsx'
import { button, expectGone, expectVisible, heading, menuItem, person, texts, toast } from '../../../test/person.ts'
import { aTreeEntry, aWorkspace } from '../../../test/samples.ts'
import { workspaceAnswers } from '../../../test/workspace-answers.ts'
import { buildArticle } from '../edit/draft/draft.fixture.ts'

const rack = aTreeEntry({ id: 'rack', title: 'Mount the rack' })
const cables = aTreeEntry({ id: 'cables', title: 'Label the cables' })
const order = [rack, cables].map(({ id }) => ({ value: id, items: [] }))
const focusedText = () => document.activeElement?.textContent?.trim()
const items = () => texts(page.getByRole('menuitem'))

async function openMenu() {
  const workspace = aWorkspace({ id: 'sites', title: 'Site visits', order })
  const { server } = await openPage('/workspace/sites', {
    answers: {
      ...workspaceAnswers([workspace], [rack, cables]),
      'notification.articleFollow': { follow: null },
      'notification.followArticle': ({ body }) => ({ follow: body.follow }),
    },
  })
  await person.hover(page.getByRole('treeitem', { name: 'Mount the rack' }))
  await person.click(button('Actions for Mount the rack'))
  await expectVisible(menuItem('Copy link'))
  return server
}

it('offers the actions of an article in at most four groups and eight rows', async () => {
  await openMenu()
  await expect
    .poll(items)
    .toEqual(['Edit', 'Create sub-article', 'Share', 'Copy link', 'Export', 'Notifications', 'Manage', 'Delete'])
  expect(page.getByRole('menu').first().element().querySelectorAll('.mantine-Menu-divider').length).toBe(3)
})

it('opens a submenu by Enter and by →, and returns from it by ←', async () => {
  await openMenu()
  await person.focus(menuItem('Manage'))
  await person.press('Enter')
  await expect.poll(focusedText).toBe('Duplicate')
  await person.press('ArrowDown')
  await expect.poll(focusedText).toBe('Merge')
  await person.press('ArrowLeft')
  await expect.poll(focusedText).toBe('Manage')
  await person.press('ArrowUp', 'ArrowRight')
  await expect.poll(focusedText).toBe('Follow')
})

it('follows an article from the submenu of notifications', async () => {
  const server = await openMenu()
  await person.hover(menuItem('Notifications'))
  await person.click(menuItem('Mute'))
  await expectVisible(toast(/only be notified/))
  expect(server.requests('notification.followArticle').map(({ body }) => body.follow)).toEqual(['muted'])
  await expectGone(menuItem('Copy link'))
})

it('starts to reorder from the submenu, by a click', async () => {
  await openMenu()
  await person.click(menuItem('Manage'))
  await person.click(menuItem('Reorder'))
  await expectVisible(button('Save'))
  await expectGone(menuItem('Copy link'))
})

it('opens a submenu of a phone by a click, within the screen', async () => {
  const workspace = aWorkspace({ id: 'sites', title: 'Site visits', order })
  await openPage('/b/sites/sites/rack', {
    ...phone,
    answers: {
      ...workspaceAnswers([workspace], [rack, cables]),
      'article.get': { article: buildArticle({ ...rack, isDraft: false, workspace: { ...workspace } }) },
      'comment.count': { commentsCount: 0 },
      'comment.list': { comments: [], isTruncated: false, before: null },
      'notification.articleFollow': { follow: null },
    },
  })
  await expectVisible(heading('Mount the rack', 1))
  await person.click(button('Actions for this article'))
  await person.click(menuItem('Manage'))
  await expectVisible(menuItem('Version history'))
  const { left, right } = menuItem('Version history').element().getBoundingClientRect()
  expect(left).toBeGreaterThanOrEqual(0)
  expect(right).toBeLessThanOrEqual(phone.width)
})
