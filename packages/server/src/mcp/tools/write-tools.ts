import { toClock } from '@knowreel/shared/video/clock.ts'
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { Article } from '@knowreel/shared/article/article.wire.ts'
import { articleLimits } from '@knowreel/shared/article/article.rules.ts'
import { newId, newKey } from '@knowreel/shared/identity/ids.ts'
import * as z from 'zod'
import { escapeHtml } from '../../platform/http/escape-html.ts'
import { articleIdOf, articlePath, atSecond } from '../links.ts'
import { markdownToHtml } from '../markdown-to-html.ts'
import { toResult, type ToolContext } from './tool.ts'

const text = z.string().min(1).max(100_000).describe('Markdown')
const draftOutput = { draft: z.string(), title: z.string(), link: z.string() }
/** Nothing is overwritten, and nothing is published. */
const isAdding = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false } as const

/** They need a key with the scope write. Only people publish. */
export function registerWriteTools(server: McpServer, { call, baseUrl }: ToolContext): void {
  const toDraft = (verb: string, { id, title, ...article }: Article) => {
    const link = baseUrl + articlePath({ ...article, isDraft: true })
    return {
      text: `${verb} the draft [${title}](${link}), id ${id}. A person has to publish it.`,
      data: { draft: id, title, link },
    }
  }

  server.registerTool(
    'create_draft',
    {
      title: 'Create a draft',
      description: 'Writes a new draft of an article. It is not published: a person reads and publishes it.',
      inputSchema: {
        title: z.string().min(1).max(articleLimits.titleLength),
        text,
        workspace: z.string().min(1).max(64).describe('Id of a workspace you can write in'),
      },
      outputSchema: draftOutput,
      annotations: isAdding,
    },
    ({ title, text: markdown, workspace }) =>
      toResult(async () => {
        const tab = { id: newKey(), title: 'Notes', text: markdownToHtml(markdown) }
        const body = { title, workspace, textTabs: [tab], clientId: newId() }
        const { article } = await call('article.saveDraft', { params: { id: 'new' }, body })
        return toDraft('Created', article)
      }),
  )

  server.registerTool(
    'append_to_draft',
    {
      title: 'Append to a draft',
      description: 'Adds text to the end of the notes of a draft. What people type at the same time is kept.',
      inputSchema: { draft: z.string().min(1).max(2000).describe('Id of a draft, or its link'), text },
      outputSchema: draftOutput,
      annotations: isAdding,
    },
    ({ draft, text: markdown }) =>
      toResult(async () => {
        const request = { params: { id: articleIdOf(draft) }, body: { text: markdownToHtml(markdown) } }
        const { article } = await call('draft.append', request)
        return toDraft('Added text to', article)
      }),
  )

  server.registerTool(
    'comment',
    {
      title: 'Comment',
      description: 'Writes a comment on an article or draft, or a reply. The people who take part are notified.',
      inputSchema: {
        article: z.string().min(1).max(2000).describe('Id of an article or draft, or its link'),
        text: z.string().min(1).max(5000).describe('Plain text'),
        second: z.number().int().min(0).max(86_400).optional().describe('Second of the recording that it is about'),
        replyTo: z.string().max(64).optional().describe('Id of the comment that it answers'),
      },
      outputSchema: { comment: z.string(), article: z.string(), link: z.string(), second: z.number().int().nullable() },
      annotations: isAdding,
    },
    ({ article, text: plain, second = null, replyTo }) =>
      toResult(async () => {
        const articleId = articleIdOf(article)
        const paragraphs = plain.split('\n').map((line) => `<p>${escapeHtml(line)}</p>`)
        const newComment = {
          clientId: newId(),
          content: paragraphs.join(''),
          ...(second === null ? {} : { timestamp: second * 1000 }),
          ...(replyTo === undefined ? {} : { parentId: replyTo }),
        }
        const { articleComment } = await call('comment.create', { params: { articleId }, body: { newComment } })
        const subject = await readSubject(articleId)
        const path = articlePath(subject, second === null ? '' : 'video')
        const link = baseUrl + (second === null ? path : atSecond(path, second))
        const at = second === null ? '' : ` at ${toClock(second * 1000)}`
        return {
          text: `Commented on [${subject.title}${at}](${link}).`,
          data: { comment: articleComment.id, article: subject.id, link, second },
        }
      }),
  )

  async function readSubject(id: string): Promise<Article> {
    const published = await call('article.get', { params: { id }, query: {} }).catch(() => null)
    return published?.article ?? (await call('draft.get', { params: { id } })).article
  }
}
