/** Loads what every document needs before there is one: fonts, emoji, grammars of code. */
import { tmpdir } from 'node:os'
import { setImmediate as turn } from 'node:timers/promises'
import type { PrintedBlock } from '../printed.ts'
import { loadGrammars } from './code-colours.ts'
import { renderDocument } from './render-document.ts'

const head = {
  title: 'A',
  icon: '',
  workspace: '',
  author: '',
  date: '',
  tab: '',
  language: 'en',
  dir: 'ltr',
  time: 0,
} as const

const line = (text: string): PrintedBlock => ({
  k: 'paragraph',
  level: 0,
  align: null,
  indent: 0,
  dir: 'ltr',
  content: [
    { k: 'text', text },
    { k: 'text', text, bold: true },
  ],
})

const code: PrintedBlock = { k: 'code', text: 'let', lines: [[{ text: 'let', kind: 'keyword' }]] }

const steps: readonly (() => unknown)[] = [
  () => renderBlock(line('A')),
  () => renderBlock(line('😀')),
  () => renderBlock(code),
  async () => (await loadGrammars()).highlight('javascript', 'let'),
]
const renderBlock = (block: PrintedBlock) => renderDocument({ head, blocks: [block] }, tmpdir())

/** False if it was needed before it was ready; the document then loads what it needs itself. */
export async function warmUp(isNeeded: () => boolean): Promise<boolean> {
  for (const step of steps) {
    await turn()
    if (isNeeded()) return false
    await step()
  }
  return true
}
