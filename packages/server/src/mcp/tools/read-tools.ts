import { toClock } from '@knowreel/shared/video/clock.ts'
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { SearchResult } from '@knowreel/shared/search/search.calls.ts'
import * as z from 'zod'
import { resultPath, secondOf } from '../links.ts'
import { readArticle } from './read-article.ts'
import { maxResultLength, toResult, type ToolContext } from './tool.ts'

const link = z.string().describe('Opens the article, at this second or these words')
const second = z.number().int().nullable().describe('Second of the recording; null outside of recordings')
const isReading = { readOnlyHint: true, openWorldHint: false } as const

const maxFound = 30

export function registerReadTools(server: McpServer, context: ToolContext): void {
  const { call, baseUrl } = context

  server.registerTool(
    'list_workspaces',
    {
      title: 'List workspaces',
      description: 'The workspaces whose articles you can read, with those you can write in.',
      inputSchema: {},
      outputSchema: {
        workspaces: z.array(z.object({ id: z.string(), title: z.string(), link: z.string(), canWrite: z.boolean() })),
      },
      annotations: isReading,
    },
    () =>
      toResult(async () => {
        const { items } = await call('workspace.list', {})
        const workspaces = items
          .filter(({ isArchived }) => !isArchived)
          .map(({ id, shortId, title, abilities }) => ({
            id,
            title,
            link: `${baseUrl}/workspace/${shortId}`,
            canWrite: abilities.editArticles,
          }))
        const lines = workspaces.map(
          ({ id, title, link: url, canWrite }) =>
            `- [${title}](${url}) (${canWrite ? 'read and write' : 'read'}, id ${id})`,
        )
        return { text: lines.join('\n') || 'There are no workspaces.', data: { workspaces } }
      }),
  )

  server.registerTool(
    'search',
    {
      title: 'Search',
      description: 'Finds articles by their titles, notes, attachments, tags, and by what recordings say and show.',
      inputSchema: { query: z.string().min(1).max(500).describe('Words, or a phrase in quotation marks') },
      outputSchema: {
        results: z.array(
          z.object({
            title: z.string(),
            article: z.string().nullable().describe('The id to read it by; null for workspaces and tags'),
            kind: z.string(),
            text: z.string().nullable(),
            second,
            link,
          }),
        ),
      },
      annotations: isReading,
    },
    ({ query }) =>
      toResult(async () => {
        const found = await call('search.global', { params: { q: query } })
        const results = Object.values(found)
          .flat()
          .flatMap((result) => toFound(result, baseUrl))
          .slice(0, maxFound)
        const lines = results.map(
          ({ title, text, second: at, link: url, article }) =>
            `- [${title}${at === null ? '' : ` at ${toClock(at * 1000)}`}](${url})${article === null ? '' : ` (id ${article})`}${text === null ? '' : `\n  ${text}`}`,
        )
        return { text: lines.join('\n') || 'Nothing was found.', data: { results } }
      }),
  )

  server.registerTool(
    'read_article',
    {
      title: 'Read an article',
      description:
        'The notes of an article or draft, the paragraphs of its recording and what is said, with times. Long transcripts come in parts: ask for the next part with fromSecond.',
      inputSchema: {
        article: z.string().min(1).max(2000).describe('Id of an article or draft, or its link'),
        fromSecond: z.number().int().min(0).max(604_800).optional().describe('Start of the transcript'),
      },
      outputSchema: {
        title: z.string(),
        article: z.string(),
        link,
        isDraft: z.boolean(),
        workspace: z.string().nullable(),
        updatedAt: z.string(),
        notes: z.array(z.object({ title: z.string(), text: z.string().describe('Markdown') })),
        paragraphs: z.array(z.object({ title: z.string(), second: z.number().int(), link })),
        transcript: z.array(z.object({ second: z.number().int(), speaker: z.string(), text: z.string(), link })),
        nextSecond: z.number().int().nullable().describe('The transcript continues here; null at its end'),
        isCut: z.boolean().describe('The notes are longer than shown'),
      },
      annotations: isReading,
    },
    ({ article, fromSecond = 0 }) => toResult(() => readArticle(context, article, fromSecond)),
  )

  server.registerTool(
    'ask',
    {
      title: 'Ask',
      description: 'Answers a question from the articles you can read, and cites the places it is taken from.',
      inputSchema: { question: z.string().min(1).max(1000) },
      outputSchema: {
        answer: z.string().describe('With citations such as [1]; empty if only sources were found'),
        sources: z.array(
          z.object({ number: z.number().int(), title: z.string(), quote: z.string(), second, link: link.nullable() }),
        ),
      },
      annotations: isReading,
    },
    ({ question }) =>
      toResult(async () => {
        const { content, metadata } = await call('ai.ask', { params: { q: question }, body: {} })
        const sources = metadata.sources.map(({ number, title, quote, result }) => {
          const path = resultPath(result)
          return { number, title, quote, second: secondOf(result), link: path === null ? null : baseUrl + path }
        })
        const lines = sources.map(
          ({ number, title, quote, second: at, link: url }) =>
            `[${number}] ${title}${at === null ? '' : ` at ${toClock(at * 1000)}`}: ${url ?? 'no link'}\n  “${quote}”`,
        )
        const text = [content, ...lines]
          .filter((part) => part !== '')
          .join('\n\n')
          .slice(0, maxResultLength)
        return {
          text: text || 'Nothing about this was found in what you can read.',
          data: { answer: content, sources },
        }
      }),
  )
}

function toFound(result: SearchResult, baseUrl: string) {
  const path = resultPath(result)
  if (path === null) return []
  return [
    {
      title: result.articleTitle ?? result.title,
      article: result.draftId ?? result.articleId,
      kind: result.category,
      text: result.transcription?.plainTranscription ?? result.trimmedText,
      second: secondOf(result),
      link: baseUrl + path,
    },
  ]
}
