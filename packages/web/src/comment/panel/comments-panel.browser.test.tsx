import type { Article } from '@knowreel/shared/article/article.wire.ts'
import type { Comment } from '@knowreel/shared/comment/comment.wire.ts'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { noResponse } from '../../../test/fake-server.ts'
import { openPage } from '../../../test/open-page.tsx'
import { button, expectGone, expectText, expectVisible, heading, person } from '../../../test/person.ts'
import { aTreeEntry, aWorkspace } from '../../../test/samples.ts'
import { workspaceAnswers } from '../../../test/workspace-answers.ts'
import { buildArticle } from '../../article/edit/draft/draft.fixture.ts'
import { createComment } from '../comment.fixture.ts'

const workspace = aWorkspace({ id: 'runbooks', shortId: 'runbooks', slug: 'runbooks', title: 'Support runbooks' })
const entry = aTreeEntry({ id: 'article-1', title: 'Replace a meter' })
const article = buildArticle({ ...entry, isDraft: false, workspace })
const comment = createComment('1', { articleId: entry.id })

it('moves nothing under the pointer: the box does not take the focus once something else was pressed', async () => {
  await openPage('/b/runbooks/runbooks/article-1', {
    width: 1440,
    height: 900,
    answers: {
      ...workspaceAnswers([{ ...workspace, order: [{ value: 'article-1', items: [] }] }], [entry]),
      'article.get': { article },
      'comment.count': { commentsCount: 1 },
      'comment.list': { comments: [{ comment, profileImage: null }], isTruncated: false, before: null },
      'notification.articleFollow': { follow: null },
    },
  })
  await expectVisible(heading('Replace a meter', 1))
  await person.click(button('1 comment', { exact: true }))
  await person.click(button('React'))
  const opened = performance.now()
  // The box takes the focus half a second after it appeared.
  await expect.poll(() => performance.now() - opened).toBeGreaterThan(800)
  await expectVisible(page.getByRole('dialog').getByRole('button', { name: 'Fire' }))
  // Its toolbar is shown with the focus.
  await expect.element(page.getByRole('toolbar', { name: 'Formatting' })).not.toBeInTheDocument()
})

async function openPanel(comments: readonly Comment[], search = '', change: Partial<Article> = {}) {
  const opened = await openPage(`/b/runbooks/runbooks/article-1/replace-a-meter/notes${search}`, {
    width: 1440,
    height: 900,
    answers: {
      ...workspaceAnswers([{ ...workspace, order: [{ value: 'article-1', items: [] }] }], [entry]),
      'article.get': { article: { ...article, ...change } },
      'comment.count': {
        commentsCount: comments.filter(({ parentId, resolvedAt: at }) => parentId === null && at === null).length,
      },
      'comment.list': {
        comments: comments.map((one) => ({ comment: one, profileImage: null })),
        isTruncated: false,
        before: null,
      },
      'notification.articleFollow': { follow: null },
    },
  })
  await expectVisible(heading('Replace a meter', 1))
  return opened
}

const box = page.getByRole('textbox', { name: 'Comment', exact: true })
const card = page.getByRole('article', { name: /^Comment by/ })
const resolvedAt = '2026-11-02T10:00:00.000Z'

it('counts open comments, and says how many are resolved if none is open', async () => {
  await openPanel([
    createComment('1', { articleId: entry.id, resolvedAt }),
    createComment('2', { articleId: entry.id, parentId: '1' }),
    createComment('3', { articleId: entry.id, resolvedAt }),
  ])
  await person.click(button('0 comments'))
  await expectVisible('No open comments. 2 resolved')
  await person.click(button('Show resolved'))
  await expect.poll(() => card.elements().length).toBe(2)
})

it('shows a comment before it is stored, and keeps its text if that fails', async () => {
  const { server } = await openPanel([])
  const stored = Promise.withResolvers<void>()
  server.answer({ 'comment.create': () => stored.promise.then(() => noResponse()) })
  await person.click(button('0 comments'))
  await person.fill(box, 'Mind the third bolt')
  await person.press('Shift+Enter')
  await expectText(card, 'Mind the third bolt')
  await expectText(card, 'Sending…')
  await expectText(box, '')
  stored.resolve()
  await expectVisible('Not sent: Connection error')
  await expectGone(card)
  await expectText(box, 'Mind the third bolt')

  const written = createComment('9', { articleId: entry.id, content: '<p>Mind the third bolt</p>' })
  server.answer({
    'comment.create': { articleComment: written, profileImage: null },
    'comment.list': { comments: [{ comment: written, profileImage: null }], isTruncated: false, before: null },
    'comment.count': { commentsCount: 1 },
  })
  await person.click(button('Try again'))
  await expectText(card, 'Mind the third bolt')
  await expect.poll(() => card.query()?.textContent).not.toContain('Sending…')
  await expect.poll(() => box.query()?.textContent).toBe('')
  const ids = server.requests('comment.create').map(({ body }) => body.newComment.clientId)
  expect(new Set(ids).size, 'a retry creates no second comment').toBe(1)
})

it('sends the same comment again under the same id, also after a change that was undone, and any other under its own', async () => {
  const { server } = await openPanel([])
  server.answer({ 'comment.create': noResponse() })
  const sendAgain = async () => {
    const before = server.requests('comment.create').length
    await person.press('Shift+Enter')
    await expect.poll(() => server.requests('comment.create').length).toBe(before + 1)
    await expectVisible('Not sent: Connection error')
    await expect.poll(() => box.query()?.textContent).not.toBe('')
    await person.click(box)
    await person.press('End')
    return server.requests('comment.create').at(-1)?.body.newComment.clientId
  }
  await person.click(button('0 comments'))
  await person.fill(box, 'Mind the third bolt')
  const id = await sendAgain()
  await person.type('s')
  await person.press('Backspace')
  expect(await sendAgain()).toBe(id)
  await person.type('s')
  const changed = await sendAgain()
  expect(changed).not.toBe(id)
  await person.press('Backspace')
  expect([id, changed]).not.toContain(await sendAgain())
})

it('does not keep a text that was stored although the response got lost', async () => {
  const { server, session, sockets } = await openPanel([])
  server.answer({ 'comment.create': noResponse() })
  await person.click(button('0 comments'))
  await person.fill(box, 'Mind the third bolt')
  await person.press('Shift+Enter')
  await expectVisible('Not sent: Connection error')
  const clientId = server.requests('comment.create')[0]?.body.newComment.clientId ?? ''
  const written = createComment('9', {
    articleId: entry.id,
    userId: session.user.id,
    content: '<p>Mind the third bolt</p>',
    clientId,
  })
  server.answer({
    'comment.list': { comments: [{ comment: written, profileImage: null }], isTruncated: false, before: null },
    'comment.count': { commentsCount: 1 },
  })
  const live = () => sockets.find(({ path, sent }) => path === '/live' && sent.length > 0)
  await expect.poll(live).toBeDefined()
  live()?.receive({ type: 'comments', articleId: entry.id })
  await expectText(card, 'Mind the third bolt')
  await expect.poll(() => box.query()?.textContent).toBe('')
  await expectGone(page.getByText('Not sent: Connection error'))
})

it('highlights the quoted words while the comment is written', async () => {
  await openPanel([], '', {
    textTabs: [
      {
        id: 'tab-1',
        key: 'tab-1',
        title: 'Note',
        slug: 'note',
        text: '<p data-key="k1">Switch the meter off first.</p>',
      },
    ],
  })
  const highlighted = () => [...(CSS.highlights.get('note-quote-lit') ?? [])].map(String)
  const words = page.getByText('Switch the meter off first.').element().firstChild as Text
  const range = document.createRange()
  range.setStart(words, 11)
  range.setEnd(words, 16)
  getSelection()?.removeAllRanges()
  getSelection()?.addRange(range)
  await person.click(button('Comment', { exact: true }))
  await expect.element(box).toHaveFocus()
  await expect.poll(highlighted).toEqual(['meter'])
  await person.click(button('Remove quote'))
  await expect.poll(highlighted).toEqual([])
})

it('an edited comment keeps its moment, where the page shows no recording', async () => {
  const timed = createComment('1', {
    articleId: entry.id,
    timestamp: 2000,
    isTimed: true,
    anchor: { paragraphId: 'p1', videoId: 'v1', videoTime: 2000, time: 2000 },
  })
  const { server } = await openPanel([timed])
  server.answer({ 'comment.update': { articleComment: timed } })
  await person.click(button('1 comment', { exact: true }))
  await person.click(button('Edit', { exact: true }))
  await person.focus(card.getByRole('textbox'))
  await person.press('Control+a')
  await person.type('Other words')
  await person.click(button('Save'))
  await expect.poll(() => server.requests('comment.update').length).toBe(1)
  expect(server.requests('comment.update')[0]?.body).toEqual({
    updatedContent: { content: '<p>Other words</p>' },
    isEditing: false,
  })
})

it('a requested reply stays open when its highlight ends', async () => {
  const replies = ['2', '3', '4', '5'].map((id) => createComment(id, { articleId: entry.id, parentId: '1' }))
  await openPanel([createComment('1', { articleId: entry.id }), ...replies], '?showComment=2')
  const reply = page.getByRole('article', { name: /^Reply by/ })
  await expect.poll(() => reply.elements().length).toBe(4)
  const lit = () => document.querySelectorAll('[data-lit]').length
  await expect.poll(lit).toBe(1)
  await expect.poll(lit, { timeout: 5000 }).toBe(0)
  expect(reply.elements().length).toBe(4)
})

it('offers nothing that writes in an archived workspace', async () => {
  const reaction = [{ content: '🔥', userIds: ['ines'], names: ['Ines Okafor'] }]
  const abilities = { edit: false, delete: false, resolve: false }
  await openPanel([createComment('1', { articleId: entry.id, reaction, abilities })], '', {
    abilities: { ...article.abilities, comment: false },
    workspace: { ...workspace, isArchived: true },
  })
  await person.click(button('1 comment', { exact: true }))
  await expectVisible(card)
  await expectVisible('You can view the comments but not add any.')
  await expect.element(button(/^Fire, 1/)).toHaveAttribute('aria-disabled', 'true')
  await expectGone(box)
  await expectGone(button('Reply'))
  await expectGone(button('React'))
})

it('says which limit a comment has reached', async () => {
  await openPanel([])
  await person.click(button('0 comments'))
  await person.click(box)
  const pasted = new DataTransfer()
  pasted.setData('text/plain', 'a'.repeat(15_001))
  box.element().dispatchEvent(new ClipboardEvent('paste', { clipboardData: pasted, bubbles: true, cancelable: true }))
  await expect.element(page.getByText('A comment can have up to 15,000 characters')).toBeInTheDocument()
  await expectGone(page.getByText('A comment cannot be empty'))
})
