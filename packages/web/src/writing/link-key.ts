import { Extension, InputRule } from '@tiptap/core'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import { safeHref } from '@knowreel/shared/note/safe-href.ts'
import { normalizeLinkUrl } from './link-url.ts'

/**
 * Ctrl or ⌘ with K makes a link of the selection or edits the link at the caret; with a click it follows a link. Typed
 * `[text](address)` becomes a link.
 */
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

  addInputRules() {
    const type = this.editor.schema.marks['link']
    return [
      new InputRule({
        find: /\[([^[\]]+)\]\(([^\s()]+)\)$/,
        handler: ({ state, range, match: [, text = '', address = ''] }) => {
          const href = normalizeLinkUrl(address)
          if (!type || href === null) return null
          const marks = type.create({ href }).addToSet(state.doc.resolve(range.from).marks())
          state.tr.replaceWith(range.from, range.to, state.schema.text(text, marks)).removeStoredMark(type)
        },
      }),
    ]
  },

  addProseMirrorPlugins() {
    return [
      new Plugin({
        key: new PluginKey('followLink'),
        props: {
          handleClick: (_view, _position, event) => {
            const link = event.target instanceof Element ? event.target.closest('a[href]') : null
            const href = safeHref(link?.getAttribute('href'))
            // Links within the note are followed by the page around it.
            if (href === null || href.startsWith('#') || !(event.ctrlKey || event.metaKey)) return false
            window.open(href, '_blank', 'noopener,noreferrer')
            return true
          },
        },
      }),
    ]
  },
})
