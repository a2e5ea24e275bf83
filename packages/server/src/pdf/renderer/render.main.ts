/**
 * The process that renders one document and exits. It receives the folder of its job on standard input, has neither
 * database nor network, and may be killed at any moment. Until it has a folder it loads what most documents need. It
 * reports its progress on standard output.
 */
import { noteJsonToText } from '@knowreel/shared/note/note-text.ts'
import { readFile, writeFile } from 'node:fs/promises'
import { createColourCode } from './code-colours.ts'
import { printNote, printPlain } from '../print-note.ts'
import type { PrintedBlock, PrintedDocument, PrintedHead } from '../printed.ts'
import { directionOf, languageOf } from '../text-language.ts'
import { JOB_FILE, MISSING, PDF_FILE, READY, WORKING_TITLE, type PdfJob, type Stage } from './pdf-job.ts'
import { preparePictures } from './prepare-pictures.ts'
import { LayoutError, renderDocument } from './render-document.ts'
import { warmUp } from './warm-up.ts'

const report = (stage: Stage, share: number): void => void process.stdout.write(`${stage} ${share.toFixed(2)}\n`)

async function run(folder: string): Promise<void> {
  const job = JSON.parse(await readFile(JOB_FILE, 'utf8')) as PdfJob
  const text = noteJsonToText(job.note)
  const head: PrintedHead = {
    ...job.head,
    language: languageOf(`${job.head.title}\n${text}`),
    dir: directionOf(job.head.title) ?? 'ltr',
  }
  report('pictures', 0)
  const printed = printNote(job.note, {
    publicAddress: job.publicAddress,
    pictures: new Map(job.pictures),
    colourCode: await createColourCode(job.note),
  })
  const blocks = await preparePictures(printed, folder, (share) => report('pictures', share))
  report('layout', 0)
  const { pdf, missingLetters } = render({ head, blocks }, job, folder)
  const codes = [...missingLetters].map((letter) => letter.codePointAt(0)?.toString(16))
  if (codes.length > 0) process.stdout.write(`${MISSING} ${codes.join(' ')}\n`)
  report('file', 0)
  await writeFile(PDF_FILE, pdf)
  report('file', 1)
}

/** Content that cannot be rendered with its formatting is rendered without: the text matters most. */
function render(document: PrintedDocument, job: PdfJob, folder: string) {
  try {
    return renderDocument(document, folder)
  } catch (error) {
    if (!(error instanceof LayoutError)) throw error
    process.stderr.write(`${error.message}\n`)
    const plain: PrintedBlock[] = printPlain(job.note)
    return renderDocument({ ...document, blocks: plain }, folder)
  }
}

/** Null if no document is needed any more. */
const folderArgument = new Promise<string | null>((resolve) => {
  let input = ''
  process.stdin.setEncoding('utf8')
  process.stdin.on('data', (chunk: string) => (input += chunk))
  process.stdin.on('end', () => resolve(input === '' ? null : (JSON.parse(input) as { folder: string }).folder))
})
let isArgument = false
void folderArgument.then(() => (isArgument = true))
if (await warmUp(() => isArgument)) process.stdout.write(`${READY}\n`)

const folder = await folderArgument
if (folder !== null) {
  process.title = WORKING_TITLE
  process.chdir(folder)
  await run(folder)
}
