/**
 * Compares our PDFs with those of a headless Chromium that prints the same note as readers see it. Both are started
 * before the measurement, as they are in a server that generates PDFs: ours starts a new process per document, the
 * browser loads the page again. `cold` includes our whole start, as after some minutes without a document.
 */
import { chromium } from '@playwright/test'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { noteJsonToHtml } from '../packages/shared/src/note/note-html.ts'
import { everyNode, note } from '../packages/server/src/pdf/every-node.fixture.ts'
import { readPdf } from '../packages/server/src/pdf/pdf-reader.fixture.ts'
import { createRendererPool, type RendererPool } from '../packages/server/src/pdf/render-process.ts'
import { JOB_FILE, PDF_FILE, type PdfJob } from '../packages/server/src/pdf/renderer/pdf-job.ts'
import { percentile, report, round } from './report.ts'

const rounds = 5

export async function benchPdf(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'knowreel-bench-pdf-'))
  const browser = await chromium.launch({ executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium' })
  const renderers = createRendererPool()
  try {
    for (const [name, copies] of [
      ['a short note', 1],
      ['a long note', 20],
    ] as const) {
      const blocks = Array.from({ length: copies }, () => everyNode.content ?? []).flat()
      const content = note(...blocks)
      const job: PdfJob = {
        note: content,
        head: {
          icon: '',
          title: 'Restart a gateway',
          workspace: 'Field handbook',
          author: 'Ines Okafor',
          date: '21 November 2026',
          tab: '',
          time: 1_795_219_200,
        },
        publicAddress: 'https://wiki.example',
        pictures: [],
      }
      await writeFile(path.join(folder, JOB_FILE), JSON.stringify(job))
      const html = `<!doctype html><meta charset="utf-8"><title>x</title><h1>Restart a gateway</h1>${noteJsonToHtml(content)}`
      const cold: number[] = []
      const ours: number[] = []
      const theirs: number[] = []
      let pages = 0
      let printed = 0
      // Alternates, so that other load on the machine affects both.
      for (let turn = 0; turn < rounds; turn += 1) {
        cold.push(await timeRender(createRendererPool(), folder))
        await renderers.prepare()
        await renderers.whenReady()
        ours.push(await timeRender(renderers, folder))
        pages = readPdf(await readFile(path.join(folder, PDF_FILE))).pages.length
        const opened = performance.now()
        const page = await browser.newPage()
        await page.setContent(html)
        const pdf = await page.pdf({ format: 'A4', tagged: true, outline: true })
        await page.close()
        theirs.push(performance.now() - opened)
        printed = (pdf.toString('latin1').match(/\/Type \/Page\b/g) ?? []).length
      }
      const [fromNothing, our, their] = [percentile(cold, 0.5), percentile(ours, 0.5), percentile(theirs, 0.5)]
      const [ourPages, theirPages] = [(pages * 1000) / our, (printed * 1000) / their]
      report(`pdf: ${name}`, {
        pages,
        ms: our,
        pagesPerSecond: round(ourPages),
        chromiumPages: printed,
        chromiumMs: their,
        chromiumPagesPerSecond: round(theirPages),
        coldMs: fromNothing,
        timeRatio: round(our / their),
        coldTimeRatio: round(fromNothing / their),
      })
    }
  } finally {
    renderers.close()
    await browser.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function timeRender(renderers: RendererPool, folder: string): Promise<number> {
  const begun = performance.now()
  await renderers.run({ folder, signal: new AbortController().signal, onStage: () => {} })
  return performance.now() - begun
}
