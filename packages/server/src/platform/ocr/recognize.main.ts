/**
 * The process that recognises text with tesseract.js: paths of pictures are the lines of its standard input, and each
 * gets one line of JSON, the words of its lines. recognizer-process.ts limits what it can do.
 */
import { textLanguages } from '@knowreel/shared/screen-text/text-languages.ts'
import type { RecognizedWord } from '@knowreel/shared/screen-text/recognized-text.ts'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import tesseract from 'tesseract.js'

const worker = await tesseract.createWorker([...textLanguages], tesseract.OEM.LSTM_ONLY, {
  langPath: process.argv[2] ?? '',
  cacheMethod: 'none',
})
await worker.setParameters({ tessedit_pageseg_mode: tesseract.PSM.AUTO })

for await (const picture of createInterface({ input: process.stdin })) {
  const { data } = await worker.recognize(await readFile(picture), {}, { text: false, blocks: true })
  const lines = (data.blocks ?? []).flatMap(({ paragraphs }) => paragraphs.flatMap((paragraph) => paragraph.lines))
  const words: RecognizedWord[][] = lines.map((line) =>
    line.words.map(({ text, confidence, bbox }) => ({
      text,
      confidence,
      box: { left: bbox.x0, top: bbox.y0, right: bbox.x1, bottom: bbox.y1 },
    })),
  )
  process.stdout.write(`${JSON.stringify(words)}\n`)
}
await worker.terminate()
