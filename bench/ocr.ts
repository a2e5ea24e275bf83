/** Recognition of text on the server: start of the recogniser, time and words found per frame of 1080p and 720p. */
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { openOcr } from '../packages/server/src/platform/ocr/index.ts'
import { findTesseract } from '../packages/server/src/platform/ocr/tesseract-command.ts'
import { writeTextPicture } from '../packages/server/test/text-pictures.ts'
import { percentile, report, round } from './report.ts'

const rounds = 5
const lines = [
  'Replace the seal of the pump every four hundred hours',
  'Gateway heartbeat is missing since yesterday evening',
  'Замініть ущільнювач насоса кожні чотириста годин',
  'Перевірте рівень мастила перед запуском двигуна',
  'Подключите кабель питания перед первым запуском',
  'Проверьте уровень масла перед запуском двигателя',
]
const words = (text: string): string[] => text.toLowerCase().match(/\p{L}{3,}/gu) ?? []

export async function benchOcr(): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'knowreel-bench-ocr-'))
  try {
    const engines = (await findTesseract()) === null ? (['library'] as const) : (['library', 'auto'] as const)
    for (const engine of engines)
      for (const [name, look] of [
        // As screen-text/sample-recording.ts writes them: smaller frames are doubled.
        ['1080p', { width: 1920, height: 1080, fontPixels: 20 }],
        ['720p, doubled', { width: 2560, height: 1440, fontPixels: 28 }],
      ] as const) {
        const picture = path.join(folder, 'picture.png')
        await writeTextPicture(picture, lines, look)
        const times: number[] = []
        let found = new Set<string>()
        const begun = performance.now()
        await openOcr({ engine }).withReader({ folder, signal: new AbortController().signal }, async (read) => {
          for (let turn = 0; turn <= rounds; turn += 1) {
            const since = performance.now()
            found = new Set(words((await read(picture)).map(({ text }) => text).join(' ')))
            times.push(performance.now() - (turn === 0 ? begun : since))
          }
        })
        const [first = 0, ...others] = times
        const frameMs = percentile(others, 0.5)
        const asked = words(lines.join(' '))
        report(`text recognition on the server, ${name}`, {
          engine: engine === 'auto' ? 'tesseract' : 'tesseract.js',
          initMs: round(first - frameMs),
          frameMs,
          words: asked.length,
          missed: asked.filter((word) => !found.has(word)).length,
        })
      }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
