/**
 * An import writes page after page, each in one transaction with its progress and its report. A run that was killed
 * resumes after the last written page: the same files give the same plan and the same article ids again. Two runs of
 * one import cannot both write a page.
 */
import { hasUsableCompany, type Member } from '../../access/index.ts'
import { insertImportedArticle } from '../../article/index.ts'
import { listMemberIds } from '../../company/index.ts'
import { recordFileUses } from '../../file/index.ts'
import { runTransaction } from '../../platform/database/run-transaction.ts'
import type { JobServices } from '../../platform/jobs/index.ts'
import { slugFrom } from '../../platform/slug/slug.ts'
import { findMember } from '../../user/index.ts'
import { findWorkspaceAccess, lockWorkspaces, workspaceAbilities, type WorkspaceAccess } from '../../workspace/index.ts'
import {
  advanceImport,
  startJob,
  failJob,
  finishJob,
  saveJobProgress,
  type ImportRow,
} from '../import-export.queries.ts'
import { Report } from '../report.ts'
import { buildPage } from './page/build-page.ts'
import type { ImportFiles } from './archive/import-entry.ts'
import { readBytes, withImportFiles } from './archive/import-files.ts'
import { ImportFault } from './import-fault.ts'
import { parseLimits } from './import-limits.ts'
import { readConfluenceIndex } from './page/page-reader.ts'
import { createFileStore } from './page/store-files.ts'
import { keepKnownMentions, findMentionedIds } from '@knowreel/shared/note/keep-known-mentions.ts'
import { linkTargets, type LinkTargets } from './page/link-target.ts'
import { withOutlinePages } from './outline-json.ts'
import { pageKindOf, planImport, type PlannedPage } from './plan-import.ts'
import { dialectNames, detectDialect, type Dialect } from './archive/detect-dialect.ts'
import { baseName, folderOf } from './archive/safe-path.ts'
import { deriveArticleId, toArticles, type NewArticle } from './page/write-page.ts'

type ImportRun = {
  readonly jobId: string
  readonly services: Pick<JobServices, 'db' | 'files' | 'jobs'>
  readonly signal: AbortSignal
  readonly log: (line: string) => void
  /** A failure now is final and is reported. */
  readonly isLastTry: boolean
}

/** Cancelled, deleted, or taken over by another run. */
class ImportEndedError extends Error {}

export async function runImport(run: ImportRun): Promise<void> {
  const { services, jobId, log } = run
  const job = await startJob(services.db, jobId)
  if (job?.kind !== 'import') return log('It was cancelled or is done')
  const report = Report.from(job.report)
  // Every run repeats the notes about the files.
  const isFirstRun = job.report === null
  const addNote: Report['add'] = (...note) => (isFirstRun ? report.add(...note) : undefined)
  try {
    await withImportFiles(services.files, job.sources, addNote, (files) =>
      importFiles({ run, job, report, files, addNote }),
    )
    log(`Wrote ${report.articles} articles and ${report.files} files`)
  } catch (error) {
    if (error instanceof ImportEndedError) return log('It was cancelled')
    if (error instanceof ImportFault) return failJob(services.db, jobId, error.code)
    if (run.isLastTry && !run.signal.aborted) await failJob(services.db, jobId, 'failed')
    throw error
  }
}

type ImportContext = {
  readonly run: ImportRun
  readonly job: ImportRow
  readonly report: Report
  readonly files: ImportFiles
  readonly addNote: Report['add']
}

async function importFiles({ run, job, report, files: found, addNote }: ImportContext): Promise<void> {
  const { services } = run
  const dialect = await detectDialect(found)
  report.source = dialectNames[dialect]
  const files = dialect === 'outline-json' ? await withOutlinePages(found, addNote) : found
  const parents = dialect === 'confluence' ? await readParents(files) : undefined
  const plan = planImport({ files, dialect, addNote, ...(parents && { parents }) })
  if (plan.length === 0) throw new ImportFault('nothing_found')
  const { access } = await requireWriter(run, job)
  const targets = linkTargets(plan.map((page) => ({ ...page, address: articleUrl(job, page, access) })))
  const used = new Set<string>()
  for (let at = job.cursor; at < plan.length; at++) {
    run.signal.throwIfAborted()
    const page = plan[at]
    if (page !== undefined)
      await importPage({ run, job, report, files, addNote, dialect, targets, used, plan }, page, at)
  }
  if (job.cursor === 0) reportUnused(files, used, dialect, report)
  if (!(await finishJob(services.db, job.id, { report: report.toWire() }))) throw new ImportEndedError()
}

type PageContext = ImportContext & {
  readonly dialect: Dialect
  readonly targets: LinkTargets
  readonly used: Set<string>
  readonly plan: readonly PlannedPage[]
}

async function importPage(around: PageContext, page: PlannedPage, at: number): Promise<void> {
  const { run, job, report, plan } = around
  const { member, access } = await requireWriter(run, job)
  if (!(await saveJobProgress(run.services.db, job.id, percentOf(at, plan)))) throw new ImportEndedError()
  const id = deriveArticleId(job.id, page)
  const keeper = createFileStore({ services: run.services, member, workspaceId: access.id, articleId: id })
  const built = await buildPage(page, { ...around, fileStore: keeper, addNote: report.add })
  const parent = page.parent === null ? undefined : plan[page.parent]
  const parentId = parent === undefined ? null : deriveArticleId(job.id, parent)
  // Its sub-pages follow it.
  const hasChildren = plan[at + 1]?.parent === at
  // An unreadable page keeps its position in the tree if it has sub-pages.
  const content = built ?? (hasChildren ? { title: page.name || 'Untitled', icon: null, tags: [], tabs: [] } : null)
  const articles = content === null ? [] : toArticles(content, { jobId: job.id, page, parentId, addNote: report.add })
  const known = await listKnownPeople(around, member, articles)
  report.files += keeper.stored.length
  for (const article of articles) report.list(article)

  await runTransaction(run.services.db, async (trx) => {
    const [workspace] = await lockWorkspaces(trx, [access.id])
    const now = await findWorkspaceAccess(trx, member, access.id)
    if (workspace === undefined || now === null || !workspaceAbilities(now).editArticles)
      throw new ImportFault(workspace?.isArchived ? 'workspace_archived' : 'not_allowed')
    for (const { tabs, depth: _, ...article } of articles) {
      const own = tabs.map((tab) => ({
        ...tab,
        note: keepKnownMentions(tab.note, known, (name) => report.add('mention_text', page.path, name)),
      }))
      await insertImportedArticle(trx, member, {
        ...article,
        tabs: own,
        workspaceId: access.id,
        isPublished: job.options.isPublished,
      })
      await recordFileUses(trx, keeper.stored, article.id)
    }
    const step = { from: at, progress: percentOf(at + 1, plan), report: report.toWire() }
    if (!(await advanceImport(trx, job.id, step))) throw new ImportEndedError()
  })
}

const percentOf = (at: number, plan: readonly unknown[]): number => Math.min(99, Math.round((at / plan.length) * 100))

async function listKnownPeople(
  { run }: PageContext,
  member: Member,
  articles: readonly NewArticle[],
): Promise<(id: string) => boolean> {
  const ids = articles.flatMap(({ tabs }) => tabs.flatMap(({ note }) => findMentionedIds(note)))
  const members = await listMemberIds(run.services.db, member.company.id, [...new Set(ids)])
  return (id) => members.has(id)
}

/** Checked before every page: access may end while it runs. */
async function requireWriter(run: ImportRun, job: ImportRow): Promise<{ member: Member; access: WorkspaceAccess }> {
  const { db } = run.services
  const member = await findMember(db, { userId: job.user_id, companyId: job.company_id })
  if (member === null || !hasUsableCompany(member) || job.workspace_id === null) throw new ImportFault('not_allowed')
  const access = await findWorkspaceAccess(db, member, job.workspace_id)
  if (access === null || access.companyId !== member.company.id) throw new ImportFault('not_allowed')
  if (access.isArchived) throw new ImportFault('workspace_archived')
  if (!workspaceAbilities(access).editArticles) throw new ImportFault('not_allowed')
  return { member, access }
}

const articleUrl = ({ id, options }: ImportRow, page: PlannedPage, { shortId }: WorkspaceAccess): string => {
  const articleId = deriveArticleId(id, page)
  return options.isPublished ? `/b/${shortId}/workspace/${articleId}/${slugFrom(page.name)}` : `/draft/${articleId}`
}

async function readParents(files: ImportFiles): Promise<Map<string, string | null>> {
  for (const [path, entry] of files) {
    if (!/^index\.html?$/.test(baseName(path))) continue
    const bytes = await readBytes(entry, parseLimits.pageBytes).catch(() => null)
    if (bytes === null) continue
    const parents = await readConfluenceIndex(bytes, folderOf(path))
    if (parents !== null) return parents
  }
  return new Map()
}

function reportUnused(files: ImportFiles, used: ReadonlySet<string>, dialect: Dialect, report: Report): void {
  for (const path of files.keys()) {
    const isFurniture = dialect !== 'plain' && /(?:^|\/)(?:styles|images\/icons)\/|\.(?:css|js|json)$/.test(path)
    if (pageKindOf(path) === null && !used.has(path) && !isFurniture) report.add('file_unused', path)
  }
}
