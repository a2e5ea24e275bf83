import { Extension } from '@tiptap/core'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import { safeHref } from '@knowreel/shared/note/safe-href.ts'

/** Ctrl or ⌘ with K makes a link of the selection or edits the link at the caret; with a click it follows a link. */
export const LinkKey = Extension.create<{ onEditLink: () => void }>({
  name: 'linkKey',

  addOptions: () => ({ onEditLink: () => {} }),

  addKeyboardShortcuts() {
    return {
      'Mod-k': ({ editor }) => {
        const { doc, selection } = editor.state
        const hasWords = doc.textBetween(selection.from, selection.to, ' ').trim() !== ''
        if (!hasWords && !editor.isActive('link')) return false
        this.options.onEditLink()
        return true
      },
    }
  },

  addProseMirrorPlugins() {
    return [
      new Plugin({
        key: new PluginKey('followLink'),
        props: {
          handleClick: (_view, _position, event) => {
            const link = event.target instanceof Element ? event.target.closest('a[href]') : null
            const href = safeHref(link?.getAttribute('href'))
            if (href === null || !(event.ctrlKey || event.metaKey)) return false
            window.open(href, '_blank', 'noopener,noreferrer')
            return true
          },
        },
      }),
    ]
  },
})
