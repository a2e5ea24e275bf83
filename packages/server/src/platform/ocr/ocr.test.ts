import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ocrFilesPath, ocrVersion, textLanguages } from '@knowreel/shared/screen-text/text-languages.ts'
import tesseractPackage from 'tesseract.js/package.json' with { type: 'json' }
import { startTestServer } from '../../../test/server.ts'
import { writeTextPicture } from '../../../test/text-pictures.ts'
import { isSoak } from '../../../test/soak.ts'
import { openOcr, OcrError } from './index.ts'
import { readTable } from './tesseract-command.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'knowreel-ocr-test-'))
})
afterAll(() => rm(folder, { recursive: true }))
const never = new AbortController().signal

describe('text in pictures', () => {
  test.runIf(isSoak)(
    'is read on light and dark screens; a picture that is none does not stop the next one',
    async () => {
      const [light, dark, none] = ['light', 'dark', 'none'].map((name) => path.join(folder, `${name}.png`)) as [
        string,
        string,
        string,
      ]
      await writeTextPicture(light, ['Torque the flange to forty newton metres', 'Затягніть фланець'])
      await writeTextPicture(dark, ['Uplink lost carrier, retrying'], { isDark: true })
      await writeFile(none, 'no picture')
      await openOcr({ engine: 'library' }).withReader({ folder, signal: never }, async (read) => {
        const lines = await read(light)
        expect(lines.map(({ text }) => text)).toEqual(['Torque the flange to forty newton metres', 'Затягніть фланець'])
        expect(lines[0]?.box.left).toBeGreaterThan(50)
        expect(lines[0]?.box.left).toBeLessThan(80)
        await expect(read(none)).rejects.toThrow(OcrError)
        expect((await read(dark)).map(({ text }) => text)).toEqual(['Uplink lost carrier, retrying'])
      })
    },
    60_000,
  )

  test('is given up after a while, and immediately when it is cancelled', async () => {
    const picture = path.join(folder, 'slow.png')
    await writeTextPicture(picture, ['Slow'])
    await openOcr({ engine: 'library', timeoutMs: 1 }).withReader({ folder, signal: never }, (read) =>
      expect(read(picture)).rejects.toThrow(OcrError),
    )
    const stopping = new AbortController()
    const reading = openOcr({ engine: 'library' }).withReader({ folder, signal: stopping.signal }, (read) =>
      read(picture),
    )
    const since = performance.now()
    stopping.abort(new Error('stopped'))
    await expect(reading).rejects.toThrow('stopped')
    expect(performance.now() - since).toBeLessThan(1000)
  }, 60_000)

  test('is read from the table that the program writes', () => {
    const table = [
      'level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext',
      '4\t1\t1\t1\t1\t0\t60\t80\t300\t26\t-1\t',
      '5\t1\t1\t1\t1\t1\t60\t80\t100\t26\t96.5\tReplace',
      '5\t1\t1\t1\t1\t2\t170\t80\t40\t26\t91\tthe',
      '5\t1\t1\t1\t2\t1\t60\t120\t40\t26\t30\t ',
      '5\t1\t2\t1\t1\t1\t60\t160\t40\t26\t30\t|',
    ].join('\n')
    expect(readTable(table)).toEqual([
      [
        { text: 'Replace', confidence: 96.5, box: { left: 60, top: 80, right: 160, bottom: 106 } },
        { text: 'the', confidence: 91, box: { left: 170, top: 80, right: 210, bottom: 106 } },
      ],
      [{ text: '|', confidence: 30, box: { left: 60, top: 160, right: 100, bottom: 186 } }],
    ])
  })
})

describe('the recogniser of browsers', async () => {
  const server = await startTestServer()
  const get = (name: string) => fetch(`${server.url}${ocrFilesPath}/${name}`)

  test('is served by us, in the version that its URL names, and cached for ever', async () => {
    expect(ocrVersion).toBe(tesseractPackage.version)
    const files = [
      'worker.min.js',
      'tesseract-core-simd-lstm.wasm.js',
      ...textLanguages.map((one) => `${one}.traineddata.gz`),
    ]
    for (const name of files) {
      const response = await get(name)
      expect([name, response.status]).toEqual([name, 200])
      expect(response.headers.get('cache-control')).toContain('immutable')
      expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(50_000)
    }
    for (const name of ['eng.traineddata', '..%2Fpackage.json', 'tesseract-core.js'])
      expect((await get(name)).status).toBe(404)
  })

  test('may compile WebAssembly, and pages may not', async () => {
    const policy = (await get('worker.min.js')).headers.get('content-security-policy')
    expect(policy).toBe("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'")
    const page = (await fetch(`${server.url}/api/health`)).headers.get('content-security-policy')
    expect(page).not.toContain('wasm')
  })
})
