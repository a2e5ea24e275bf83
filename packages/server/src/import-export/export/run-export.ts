/**
 * An export writes one archive into storage, article by article; memory use does not grow with the workspace. A killed
 * run leaves a file that no row names, which the sweep removes; the next run starts over.
 */
import type { MarkdownLinks } from '@knowreel/shared/import-export/note-markdown.ts'
import { type Member, hasUsableCompany } from '../../access/index.ts'
import { findExportedArticles, listExportableArticles, type ExportedArticle } from '../../article/index.ts'
import { newFileKey } from '../../platform/files/index.ts'
import type { JobServices } from '../../platform/jobs/index.ts'
import { findMember } from '../../user/index.ts'
import { findOrder, findWorkspaceAccess, type WorkspaceAccess, ranks } from '../../workspace/index.ts'
import { startJob, failJob, finishJob, saveJobProgress, type ExportRow } from '../import-export.queries.ts'
import { Report } from '../report.ts'
import { openArchive, type ArchiveWriter } from './archive-writer.ts'
import { articlePages } from './article-pages.ts'
import { createFileNames, saveNoteFiles } from './export-files.ts'
import { saveRecordings } from './export-recordings.ts'
import { relativeUrl, safeName } from './file-names.ts'
import { contentsPath, extensionOf, planExport, type PlannedArticle } from './plan-export.ts'
import { formatFrontMatter } from '@knowreel/shared/import-export/front-matter.ts'
import type { ExportFormat } from '@knowreel/shared/import-export/import-export.rules.ts'
import { escapeHtml } from '../../platform/http/escape-html.ts'
import { htmlPage } from './html-page.ts'

export type ExportRun = {
  readonly jobId: string
  readonly services: Pick<JobServices, 'db' | 'files' | 'publicAddress'>
  readonly signal: AbortSignal
  readonly log: (line: string) => void
  /** A failure now is final and is reported. */
  readonly isLastTry: boolean
}

export const exportsFolder = 'exports'

const batchSize = 20

class CancelledError extends Error {}

export async function runExport(run: ExportRun): Promise<void> {
  const { services, jobId, log } = run
  const job = await startJob(services.db, jobId)
  if (job?.kind !== 'export') return log('It was cancelled or is done')
  try {
    await writeExport(run, job)
  } catch (error) {
    if (error instanceof CancelledError) return log('It was cancelled')
    if (run.isLastTry && !run.signal.aborted) await failJob(services.db, jobId, 'failed')
    throw error
  }
}

async function writeExport(run: ExportRun, job: ExportRow): Promise<void> {
  const { db, files } = run.services
  const reader = await findReader(run, job)
  if (reader === null || job.workspace_id === null) return failJob(db, job.id, 'not_allowed')
  const rootFolder = safeName(job.title)
  const order = (await findOrder(db, job.workspace_id))?.order ?? []
  const plan = planExport(order, await listExportableArticles(db, job.workspace_id), {
    rootFolder,
    rootId: job.article_id,
    isWithSubArticles: job.options.isWithSubArticles,
  })
  const key = newFileKey(exportsFolder, 'application/zip')
  const archive = openArchive(files, key, run.signal)
  try {
    const report = await writeArticles(run, job, { ...reader, plan, archive, rootFolder })
    const size = await archive.end()
    if (!(await finishJob(db, job.id, { report: report.toWire(), result: { key, size } }))) throw new CancelledError()
    run.log(`Wrote ${report.articles} articles and ${report.files} files, ${size} bytes`)
  } catch (error) {
    await archive.abort(error)
    throw error
  }
}

type Reader = { readonly member: Member; readonly access: WorkspaceAccess }

/** Null if the person may no longer read the workspace. */
async function findReader({ services: { db } }: ExportRun, job: ExportRow): Promise<Reader | null> {
  const member = await findMember(db, { userId: job.user_id, companyId: job.company_id })
  if (member === null || !hasUsableCompany(member, 'owner') || job.workspace_id === null) return null
  const access = await findWorkspaceAccess(db, member, job.workspace_id)
  return isVisibleIn(member, access) ? { member, access } : null
}

type WriteContext = Reader & {
  readonly plan: readonly PlannedArticle[]
  readonly archive: ArchiveWriter
  readonly rootFolder: string
}

async function writeArticles(run: ExportRun, job: ExportRow, writing: WriteContext): Promise<Report> {
  const { services, signal } = run
  const { plan, archive, rootFolder } = writing
  const { format } = job.options
  const report = new Report()
  const contents = contentsPath(rootFolder, format)
  await archive.addText(contents, contentsPage({ title: job.title, path: contents, format, plan }))
  const names = createFileNames(rootFolder)
  const linksOf = createLinks(run, job, plan, names.pathOf)
  for (let from = 0; from < plan.length; from += batchSize) {
    // Access may end while it runs.
    if ((await findReader(run, job)) === null) throw new CancelledError()
    const planned = plan.slice(from, from + batchSize)
    const loaded = await findExportedArticles(
      services.db,
      job.workspace_id ?? '',
      planned.map(({ id }) => id),
    )
    for (const { id, path, title } of planned) {
      signal.throwIfAborted()
      const article = loaded.get(id)
      if (article === undefined) {
        report.add('article_gone', title)
        continue
      }
      await writeArticle({ run, job, writing, report, names, linksOf }, article, path)
    }
    const percent = Math.min(99, Math.round(((from + planned.length) / plan.length) * 100))
    if (!(await saveJobProgress(services.db, job.id, percent))) throw new CancelledError()
  }
  return report
}

type ArticleContext = {
  readonly run: ExportRun
  readonly job: ExportRow
  readonly writing: WriteContext
  readonly report: Report
  readonly names: ReturnType<typeof createFileNames>
  readonly linksOf: (page: string) => MarkdownLinks
}

async function writeArticle(
  { run, job, writing, report, names, linksOf }: ArticleContext,
  article: ExportedArticle,
  path: string,
) {
  const { archive, rootFolder, access, member } = writing
  const { format, recordings } = job.options
  const parts = { services: run.services, archive, report, article, signal: run.signal }
  await saveNoteFiles(parts, names)
  const saved = await saveRecordings(parts, names, { choice: recordings, member, access })
  const pages = articlePages({
    article,
    path,
    format,
    linksFrom: linksOf,
    addressFrom: relativeUrl,
    recordings: saved,
    coverPath: article.cover && names.pathOf(article.cover.source),
    contentsPath: contentsPath(rootFolder, format),
  })
  for (const page of pages) await archive.addText(page.path, page.text)
  report.articles++
}

const createLinks = (
  { services }: ExportRun,
  { options: { format } }: ExportRow,
  plan: readonly PlannedArticle[],
  pathOf: (file: string) => string | null,
) => {
  const byId = new Map<string, string>()
  for (const { id, shortId, path } of plan) byId.set(id, path).set(shortId, path)
  const base = services.publicAddress()
  return (page: string): MarkdownLinks => ({
    href(href) {
      const named = parseArticleUrl(href, base)
      const path = named === null ? undefined : byId.get(named.articleId)
      return path === undefined ? toAbsoluteUrl(href, base) : relativeUrl(page, `${path}${extensionOf(format)}`)
    },
    file(file) {
      const path = pathOf(file)
      return path === null ? null : relativeUrl(page, path)
    },
  })
}

/** Members who see the workspace; an archived one is visible only to its editors. */
const isVisibleIn = (member: Member, access: WorkspaceAccess | null): access is WorkspaceAccess =>
  access !== null &&
  access.companyId === member.company.id &&
  access.rank >= (access.isArchived ? ranks.editor : ranks.viewer)

/** The target of a note's link in an exported file: another file of the export, or the page itself. */

type LinkTarget = { readonly articleId: string; readonly hash: string }

/** The article that one of our URLs names, by its uuid or short id; null for all other URLs. */
function parseArticleUrl(href: string, publicAddress: string): LinkTarget | null {
  let url: URL
  let base: URL
  try {
    base = new URL(publicAddress)
    url = new URL(href, base)
  } catch {
    return null
  }
  if (url.host !== base.host || !/^https?:$/.test(url.protocol) || /^[#?]/.test(href)) return null
  const parts = url.pathname.split('/').filter((part) => part !== '')
  const articleId = parts[0] === 'b' ? parts[3] : parts[0] === 'article' && parts[1] !== 'new' ? parts[1] : undefined
  return articleId === undefined ? null : { articleId: articleId.toLowerCase(), hash: url.hash }
}

/** URLs without a host lead nowhere from a file on a local disk. */
function toAbsoluteUrl(href: string, publicAddress: string): string {
  if (!href.startsWith('/') || href.startsWith('//')) return href
  try {
    return new URL(href, publicAddress).href
  } catch {
    return href
  }
}

type ContentsInput = {
  readonly title: string
  readonly path: string
  readonly format: ExportFormat
  readonly plan: readonly PlannedArticle[]
}

/** The first page of an export: all articles as a tree. */
function contentsPage({ title, path, format, plan }: ContentsInput): string {
  const addressOf = (article: PlannedArticle) => relativeUrl(path, `${article.path}${extensionOf(format)}`)
  if (format === 'markdown') {
    const escape = (text: string) => text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_[\]<~|#]/g, '\\$&')
    const lines = plan.map(
      (article) => `${'  '.repeat(article.depth - 1)}- [${escape(article.title)}](${addressOf(article)})`,
    )
    return `${formatFrontMatter({ knowreel: 'contents', title })}# ${escape(title)}\n\n${lines.join('\n')}\n`
  }
  let list = ''
  let depth = 1
  plan.forEach((article, index) => {
    if (article.depth > depth) list += '<ul>'
    else if (index > 0) list += '</li>'
    for (; depth > article.depth; depth--) list += '</ul></li>'
    depth = article.depth
    list += `<li><a href="${escapeHtml(addressOf(article))}">${escapeHtml(article.title)}</a>`
  })
  const body =
    list === '' ? '<p>There are no articles.</p>' : `<ul class="contents">${list}${'</li></ul>'.repeat(depth)}`
  return htmlPage({
    title,
    metadata: { contents: 'yes' },
    body: `<header><h1>${escapeHtml(title)}</h1></header><main>${body}</main>`,
  })
}
