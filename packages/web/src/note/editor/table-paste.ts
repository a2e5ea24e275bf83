import type { AnyExtension, Node } from '@tiptap/core'
import type { Plugin } from '@tiptap/pm/state'

/**
 * Putting cells into cells, prosemirror-tables may lose the place of the table ("Not a table node", "No table found"); then
 * the browser would write past the editor. What was pasted goes in like anything else instead.
 */
export const withSafePaste = (table: AnyExtension): AnyExtension =>
  (table as Node).extend({
    addProseMirrorPlugins() {
      const plugins: Plugin[] = this.parent?.() ?? []
      for (const plugin of plugins) makePasteSafe(plugin)
      return plugins
    },
  })

export function makePasteSafe(plugin: Plugin): void {
  const paste = plugin.props.handlePaste
  if (!paste) return
  plugin.props.handlePaste = (view, event, slice) => {
    try {
      return paste.call(plugin, view, event, slice)
    } catch (error) {
      const isLost = error instanceof RangeError || (error instanceof Error && error.message === 'No table found')
      if (!isLost) throw error
      return false
    }
  }
}
