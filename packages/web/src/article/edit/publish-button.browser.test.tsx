import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { paragraphsToWire } from '@knowreel/shared/video/paragraph/paragraph.wire.ts'
import { neverAnswers, type Answers } from '../../../test/fake-server.ts'
import { openPage } from '../../../test/open-page.tsx'
import { button, expectGone, expectVisible, menuItem, option, person } from '../../../test/person.ts'
import { aWorkspace } from '../../../test/samples.ts'
import { workspaceAnswers } from '../../../test/workspace-answers.ts'
import { buildArticle } from './draft/draft.fixture.ts'
import { aVideo } from './recording/edit-recording.fixture.ts'

const workspace = aWorkspace({ id: 'runbooks', visibility: 'organization' })
const draftAnswers = (change: Parameters<typeof buildArticle>[0] = {}): Answers => ({
  ...workspaceAnswers([workspace]),
  'draft.get': { article: buildArticle({ workspace, ...change }) },
  'draft.discardHash': { hash: 'a' },
  'comment.count': { commentsCount: 12 },
  'reaction.list': { reactions: [] },
  'comment.list': { comments: [], isTruncated: false, before: null },
  // The page may save in the meantime, which changes nothing here.
  'article.saveDraft': neverAnswers,
})

it.each([390, 360])('has room on a phone of %d px beside the other actions', async (width) => {
  const map = [{ videoId: 'video1', in: 0, dur: 20_000 }]
  const paragraphs = paragraphsToWire(
    [{ id: 'p1', title: 'Roof', tags: [], isExpanded: true, map, items: [] }],
    () => 'roof',
  )
  const draft = { duration: 20_000, paragraphs, videos: [aVideo()], isHasText: true }
  await openPage('/draft/art5678901', { width, height: 844, answers: draftAnswers(draft) })
  await expectVisible(button('Publish and notify'))
  const publish = button('Publish and notify').element()
  const bar = publish.parentElement?.parentElement
  if (!bar) throw new Error('There is no bar')
  await expect.poll(() => bar.scrollWidth).toBe(bar.clientWidth)
  for (const child of bar.querySelectorAll('button, a')) {
    const { left, right } = child.getBoundingClientRect()
    expect([left >= 0, right <= width], child.textContent).toEqual([true, true])
  }
  const label = publish.querySelector('.mantine-Button-label')
  expect(label?.scrollWidth).toBe(label?.clientWidth)
})

it('offers to discard in the menu of the publish button on a phone', async () => {
  await openPage('/draft/art5678901', { width: 390, height: 844, answers: draftAnswers({ isHasText: true }) })
  await person.click(button('Publish options'))
  await expectVisible(menuItem('Discard draft'))
})

it('says on the publish button that people are notified', async () => {
  await openPage('/draft/art5678901', { width: 1440, height: 900, answers: draftAnswers() })
  await expectVisible(button('Publish and notify'))
  expect(button('Publish', { exact: true }).elements()).toEqual([])
})

it('follows the chosen workspace before it is saved', async () => {
  const personal = aWorkspace({ id: 'mine', title: 'Personal', visibility: 'personal' })
  const answers = { ...draftAnswers(), ...workspaceAnswers([workspace, personal]) }
  await openPage('/draft/art5678901', { width: 1440, height: 900, answers })
  await expectVisible(button('Publish and notify'))
  await person.click(page.getByRole('combobox', { name: 'Workspace' }))
  await person.click(option('Personal'))
  await expectVisible(button('Publish', { exact: true }))
  await expectGone(button('Publish and notify'))
  await person.click(button('Publish options'))
  await expectVisible(menuItem('Save as draft'))
  await expectGone(menuItem('Publish without notification'))
})
