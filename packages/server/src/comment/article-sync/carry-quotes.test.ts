import { findQuote, createQuote } from '@knowreel/shared/comment/quote-anchor.rules.ts'
import { quotableBlocks } from '@knowreel/shared/comment/quotable-blocks.rules.ts'
import { newKey } from '@knowreel/shared/identity/ids.ts'
import { noteJsonToHtml } from '@knowreel/shared/note/note-html.ts'
import { expect, test } from 'vitest'
import { startTestServer } from '../../../test/server.ts'
import { buildArticle, buildNote } from '../../article/article.builder.ts'
import { buildCompany, buildMember } from '../../company/company.builder.ts'
import { buildWorkspace } from '../../workspace/workspace.builder.ts'
import { createQuoteCarrier } from './carry-quotes.ts'
import { buildComment } from '../comment.builder.ts'

const server = await startTestServer()
const { db } = server
const company = await buildCompany(db)
const owner = await buildMember(db, company)
const workspace = await buildWorkspace(db, { company, owner })
const token = await server.signIn(owner, company)

const words = 'open the gate'
const key = newKey()

/** One block, whose key stays while its text changes. */
function noteOf(text: string, ownKey = key) {
  const note = buildNote(text)
  return { ...note, content: (note.content ?? []).map((block) => ({ ...block, attrs: { key: ownKey } })) }
}
function quoteIn(text: string, textTabId: string) {
  const quote = createQuote({ key, text }, text.indexOf(words), words.length)
  if (!quote) throw new Error(`'${words}' is not in '${text}'`)
  return { ...quote, icon: '🔥', textTabId }
}

async function begin(text: string) {
  const tabId = newKey()
  const article = await buildArticle(db, { workspace, author: owner, textTabs: [{ id: tabId, note: noteOf(text) }] })
  const quote = quoteIn(text, tabId)
  const comment = await buildComment(db, { article, quote })
  const publish = async (...now: readonly string[]) => {
    const textTabs = now.map((next, index) => ({
      id: index === 0 ? tabId : newKey(),
      title: `Tab ${index}`,
      text: noteJsonToHtml(noteOf(next)),
    }))
    await server.call('article.save', { params: { id: article.id }, body: { textTabs, isPublish: true } }, token)
    const { comments } = (await server.call('comment.list', { params: { articleId: article.id } }, token)).ok
    return comments.find((found) => found.comment.id === comment.id)?.comment.quote
  }
  return { quote, publish }
}

test('publishing updates a quote to where its words are now', async () => {
  const { quote, publish } = await begin('Every day, open the gate at noon.')
  const text = 'Whoever comes first must open the gate, then wait.'
  expect(await publish(text)).toEqual({ ...quoteIn(text, quote.textTabId), text: words })
})

test('a quote whose words are gone stays unchanged, and is found when they come back', async () => {
  const { quote, publish } = await begin('Every day, open the gate at noon.')
  expect(await publish('Every day, do nothing at noon.')).toEqual(quote)
  const back = await publish('Every day at last, open the gate at noon.')
  expect(back && findQuote(quotableBlocks(noteOf('Every day at last, open the gate at noon.')), back)).not.toBeNull()
  expect(back?.paragraphText).toBe('Every day at last, open the gate at noon.')
})

test('words that moved to another tab are followed there', () => {
  const text = 'Every day, open the gate at noon.'
  const [home, there] = [newKey(), newKey()]
  const quote = quoteIn(text, home)
  const tabs = [
    { id: home, note: noteOf('Nothing is here any more.', newKey()) },
    { id: there, note: noteOf(text, newKey()) },
  ]
  expect(createQuoteCarrier(tabs)(quote)).toMatchObject({ textTabId: there, text: words })
  expect(createQuoteCarrier([{ id: home, note: noteOf(text) }])(quote)).toBe(quote)
})
