/**
 * `generate-pdf`: one tab of an article or draft as a document, for people who may edit it. One generation per session,
 * article and tab: the URL of the result is signed for the session.
 */
import { PDF_STREAM, pdfStreamData, type PdfStreamResult } from '@knowreel/shared/pdf/pdf.stream.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { fileReader, type Member, type SignAddress } from '../access/index.ts'
import { authoriseExport, listAllowedExports, readExportedTab, type ExportedTab } from '../article/index.ts'
import { listArticleFileKeys } from '../file/index.ts'
import type { Collaboration } from '../note/index.ts'
import type { Db } from '../platform/database/db.ts'
import { removeFile, type FileStorage } from '../platform/files/index.ts'
import type { Enqueue } from '../platform/jobs/index.ts'
import { findAuditSubject, insertAuditEntry } from '../audit/index.ts'
import { defineStream, type AnyStream } from '../platform/sockets/index.ts'
import { makePdf, type CreatedPdf, type PdfSource } from './make-pdf.ts'
import { createPdfQueue } from './pdf-queue.ts'
import { createRendererPool } from './render-process.ts'
import type { Stage } from './renderer/pdf-job.ts'

export type PdfDependencies = {
  readonly db: Db
  readonly files: Pick<FileStorage, 'read' | 'withFolder' | 'putLocalFile'>
  readonly live: Pick<Collaboration, 'flush'> | null
  readonly enqueue: Enqueue
  readonly signAddress: SignAddress
  readonly publicAddress: () => string
  readonly timeoutMs?: number
}

const urlLifetimeMs = 10 * 60_000
/** The URL may be in use when it expires, and storing takes time. */
const retentionMs = urlLifetimeMs + 5 * 60_000

/** The range from 0 to 100 of each stage of the work, and the text people see for it. */
const stageRanges: Readonly<Record<Stage, { readonly from: number; readonly to: number; readonly step: string }>> = {
  pictures: { from: 10, to: 35, step: 'Preparing pictures' },
  layout: { from: 35, to: 85, step: 'Creating pages' },
  file: { from: 85, to: 95, step: 'Saving the document' },
}

export function createPdfStream(given: PdfDependencies): AnyStream<Member> {
  const { db, enqueue, signAddress } = given
  const queue = createPdfQueue()
  const renderers = createRendererPool(given.timeoutMs === undefined ? {} : { timeoutMs: given.timeoutMs })

  async function make(source: Omit<PdfSource, 'beforeStored'>, actor: Member, progress: Progress): Promise<CreatedPdf> {
    const { signal, update } = progress
    const onWait = (before: number) =>
      update({ progress: 0, step: before === 1 ? 'Waiting for another document' : `Waiting for ${before} documents` })
    const onStage = (stage: Stage, share: number) => {
      const { from, to, step } = stageRanges[stage]
      update({ progress: Math.round(from + (to - from) * share), step })
    }
    // The removal is scheduled before the file exists: a process that dies in between leaves nothing behind.
    const beforeStored = async (key: string) => {
      await enqueue(db, removeFile, { key }, { startAfter: new Date(Date.now() + retentionMs) })
    }
    return queue.run(actor.userId, { signal, onWait }, () =>
      makePdf({ ...given, renderers }, { ...source, beforeStored }, { signal, onStage }),
    )
  }

  return defineStream({
    name: PDF_STREAM,
    data: pdfStreamData,
    authorise: async (actor, { articleId }) => {
      if (actor.isOperator) throw new AppError('operator_session')
      await authoriseExport(db, actor, articleId)
    },
    recheck: (open) =>
      listAllowedExports(
        db,
        open.map(({ id, actor, data }) => ({ id, actor, articleId: data.articleId })),
      ),
    keyOf: (actor, { articleId, textTabId }) => `${actor.sessionId} ${articleId} ${textTabId ?? ''}`,
    generate: async (actor, { articleId, textTabId }, progress): Promise<PdfStreamResult> => {
      progress.update({ progress: 5, step: 'Reading the note' })
      await recordExport(db, actor, articleId)
      void renderers.prepare()
      const tab = await readExportedTab(given, actor, articleId, textTabId)
      const { key, missingLetters } = await make(toPdfSource(given, tab), actor, progress).catch((error: unknown) => {
        if (error instanceof AppError || progress.signal.aborted) throw error
        throw new AppError('pdf_failed', { cause: error })
      })
      void renderers.prepare()
      const url = signAddress(key, fileReader(actor, `article:${tab.id}`), {
        expiresAt: new Date(Date.now() + urlLifetimeMs),
        fileName: `${tab.slug}.pdf`,
        isPage: true,
      })
      return { url, missingLetters }
    },
  })
}

type Progress = Parameters<Parameters<typeof defineStream<Member, { articleId: string }>>[0]['generate']>[2]

const toPdfSource = ({ db, publicAddress }: PdfDependencies, tab: ExportedTab): Omit<PdfSource, 'beforeStored'> => ({
  note: tab.note,
  head: {
    title: tab.title.trim() || 'Untitled',
    icon: tab.icon ?? '',
    workspace: tab.workspaceTitle ?? 'Drafts',
    author: tab.authorName ?? 'Unknown author',
    date: longDate(tab.at),
    tab: tab.tabCount > 1 ? tab.tabTitle : '',
    time: Math.floor(tab.at.getTime() / 1000),
  },
  publicAddress: publicAddress(),
  findPictures: (keys) => listArticleFileKeys(db, tab.id, keys),
})

const dateFormat = new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** `DD MMMM YYYY` in UTC: 21 November 2026. */
const longDate = (at: Date): string => dateFormat.format(at)

/** A PDF leaves the company like any other export. */
async function recordExport(db: Db, actor: Member, articleId: string): Promise<void> {
  const subject = await findAuditSubject(db, 'article', articleId, actor.company.id)
  const { userId, sessionId, company } = actor
  await insertAuditEntry(db, {
    action: 'article_exported',
    companyId: company.id,
    userId,
    sessionId,
    subject,
    details: { format: 'pdf' },
  })
}
