/** Threads on the articles of the demo company, with their emojis. */
import { createQuote } from '@knowreel/shared/comment/quote-anchor.rules.ts'
import type { CommentQuote, ReactionEmoji } from '@knowreel/shared/comment/comment.wire.ts'
import { quotableBlocks } from '@knowreel/shared/comment/quotable-blocks.rules.ts'
import { buildComment } from '../../comment/comment.builder.ts'
import type { PersonKey } from './demo-company.ts'
import { threads } from './demo-comments.ts'
import { demoDate } from './demo-dates.ts'
import { findSeededArticle, type SeededArticle, type SeedContext } from './seed-articles.ts'

const minuteMs = 60_000

export async function seedComments(seeding: SeedContext): Promise<void> {
  const { trx, now, people } = seeding
  const given = (emojis: Partial<Record<ReactionEmoji, readonly PersonKey[]>> = {}) =>
    Object.entries(emojis).flatMap(([content, by]) =>
      by.map((person) => ({ content: content as ReactionEmoji, by: people[person] })),
    )
  for (const { on, by, days, text, quote, emojis, replies = [], resolvedBy } of threads) {
    const article = findSeededArticle(seeding, on)
    const createdAt = demoDate(now, days, 'created', text)
    const first = await buildComment(trx, {
      article,
      author: people[by],
      text,
      quote: quote === undefined ? null : quoteIn(article, quote),
      createdAt,
      emojis: given(emojis),
      resolvedBy: resolvedBy === undefined ? null : people[resolvedBy],
    })
    for (const [at, reply] of replies.entries()) {
      await buildComment(trx, {
        article,
        author: people[reply.by],
        parent: first,
        text: reply.text,
        createdAt: new Date(createdAt.getTime() + (at + 1) * 11 * minuteMs),
        emojis: given(reply.emojis),
      })
    }
  }
}

/** The first occurrence of the words. */
function quoteIn({ tabs }: SeededArticle, words: string): CommentQuote {
  for (const tab of tabs) {
    for (const block of quotableBlocks(tab.note)) {
      const quote = createQuote(block, block.text.indexOf(words), words.length)
      if (quote !== null) return { ...quote, icon: null, textTabId: tab.id }
    }
  }
  throw new Error(`No article says “${words}”`)
}
