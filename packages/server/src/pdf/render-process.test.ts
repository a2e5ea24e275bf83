/** The process under its production limits: they must stop runaway documents, but no ordinary note. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { note, paragraph, pictureKeys, text } from './every-node.fixture.ts'
import { createRendererPool } from './render-process.ts'
import { JOB_FILE, PDF_FILE, type PdfJob } from './renderer/pdf-job.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'knowreel-render-'))
const renderers = createRendererPool()
afterAll(async () => {
  renderers.close()
  await rm(folder, { recursive: true, force: true })
})

test('an ordinary note with images and different scripts is rendered', async () => {
  const sizes = [800, 320, 1600, 300]
  for (const [at, width] of sizes.entries()) {
    const picture = sharp({ create: { width, height: Math.round(width / 2), channels: 3, background: '#5150d6' } })
    await writeFile(path.join(folder, `picture-${at}`), await picture.png().toBuffer())
  }
  const shown = pictureKeys.map((key) =>
    paragraph({ type: 'image', attrs: { src: `/files/${key}`, display: 'break', width: 300, height: 150 } }),
  )
  const words = ['هذه فقرة عربية', 'זו פסקה בעברית', '这是一个段落', 'Words 👍'].map((line) => paragraph(text(line)))
  const job: PdfJob = {
    note: note(...shown, ...words, {
      type: 'codeBlock',
      attrs: { language: 'typescript' },
      content: [text('let a = 1')],
    }),
    head: {
      title: 'Every picture',
      icon: '',
      workspace: '',
      author: 'Inés',
      date: '21 November 2026',
      tab: '',
      time: 1_795_000_000,
    },
    publicAddress: 'https://wiki.example',
    pictures: pictureKeys.map((key, at) => [key, `picture-${at}`]),
  }
  await writeFile(path.join(folder, JOB_FILE), JSON.stringify(job))
  await renderers.run({ folder, signal: new AbortController().signal, onStage: () => {} })
  expect((await readFile(path.join(folder, PDF_FILE))).subarray(0, 5).toString('latin1')).toBe('%PDF-')
}, 60_000)
