import { Slice } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { expect, it } from 'vitest'
import { makePasteSafe } from './table-paste.ts'

function pasteWith(handle: () => boolean) {
  const plugin: Plugin = new Plugin({ props: { handlePaste: handle } })
  makePasteSafe(plugin)
  return () => plugin.props.handlePaste?.call(plugin, {} as EditorView, {} as ClipboardEvent, Slice.empty)
}

it('leaves a paste to others whose place in the table was lost', () => {
  for (const error of [new RangeError('Not a table node: text'), new Error('No table found')]) {
    const paste = pasteWith(() => {
      throw error
    })
    expect(paste()).toBe(false)
  }
})

it('hides nothing else', () => {
  expect(pasteWith(() => true)()).toBe(true)
  const paste = pasteWith(() => {
    throw new TypeError('broken')
  })
  expect(paste).toThrow('broken')
})
