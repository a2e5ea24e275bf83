import { Slice } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { expect, it } from 'vitest'
import { safePaste } from './table-paste.ts'

function pasteWith(handle: () => boolean) {
  const plugin = safePaste(new Plugin({ props: { handlePaste: handle } }))
  return () => plugin.props.handlePaste?.call(plugin, {} as EditorView, {} as ClipboardEvent, Slice.empty)
}

it('leaves a paste to other handlers if the position of the table is lost', () => {
  for (const error of [new RangeError('Not a table node: text'), new Error('No table found')]) {
    const paste = pasteWith(() => {
      throw error
    })
    expect(paste()).toBe(false)
  }
})

it('rethrows other errors', () => {
  expect(pasteWith(() => true)()).toBe(true)
  const paste = pasteWith(() => {
    throw new TypeError('broken')
  })
  expect(paste).toThrow('broken')
})
