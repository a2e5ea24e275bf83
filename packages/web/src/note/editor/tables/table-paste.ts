import type { AnyExtension, Node } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'

/**
 * When cells are pasted into cells, prosemirror-tables may lose the position of the table ("Not a table node", "No
 * table found"), and the browser would then insert the content bypassing the editor. Such content is pasted like any
 * other.
 */
export const withSafePaste = (table: AnyExtension): AnyExtension =>
  (table as Node).extend({
    addProseMirrorPlugins() {
      const plugins: Plugin[] = this.parent?.() ?? []
      return plugins.map(safePaste)
    },
  })

/** The same plugin specification with a paste handler that does not throw when the table is lost. */
export function safePaste(plugin: Plugin): Plugin {
  const { spec } = plugin
  const paste = spec.props?.handlePaste
  if (!paste) return plugin
  return new Plugin({
    ...spec,
    props: {
      ...spec.props,
      handlePaste(view, event, slice) {
        try {
          return paste.call(this, view, event, slice)
        } catch (error) {
          const isLost = error instanceof RangeError || (error instanceof Error && error.message === 'No table found')
          if (!isLost) throw error
          return false
        }
      },
    },
  })
}
