import { Extension } from '@tiptap/core'
import { isChangeOrigin } from '@tiptap/extension-collaboration'
import type { EditorState } from '@tiptap/pm/state'
import { noteEmbed } from '@knowreel/shared/note/embed/note-embed.ts'
import { api } from '../../../platform/api/api.ts'
import { EMBED_META } from './insert-embed.ts'

/** A pasted page with more embeds keeps their URLs as titles. */
const maxRequests = 20

/**
 * Gives new embeds their title, which our server requests from their site. Only the editor that inserts them does, so
 * that the title is requested once and stored in the note. Without an answer, the URL stays the title.
 */
export const EmbedTitles = Extension.create<{ articleId: string }>({
  name: 'embedTitles',

  addOptions: () => ({ articleId: '' }),
  addStorage: () => ({ requested: new Set<string>() }),

  onTransaction({ editor, transaction }) {
    const isNew =
      transaction.getMeta(EMBED_META) || transaction.getMeta('paste') || transaction.getMeta('uiEvent') === 'drop'
    if (!isNew || !transaction.docChanged || isChangeOrigin(transaction)) return
    const { articleId } = this.options
    const { requested } = this.storage as { requested: Set<string> }
    for (const url of untitledUrls(editor.state)) {
      if (requested.has(url) || requested.size === maxRequests) continue
      requested.add(url)
      void api.embed
        .title({ query: { articleId, url } })
        .then(({ title }) => {
          if (title === null || editor.isDestroyed) return
          const { tr } = editor.state
          for (const position of untitled(editor.state, url)) tr.setNodeAttribute(position, 'title', title)
          // Undo removes the embed, and never the title alone.
          if (tr.docChanged) editor.view.dispatch(tr.setMeta('addToHistory', false))
        })
        .catch(() => undefined)
        .finally(() => requested.delete(url))
    }
  },
})

const untitledUrls = ({ doc }: EditorState): ReadonlySet<string> => {
  const urls = new Set<string>()
  doc.descendants((node) => {
    const { embed, title } = node.type.name === 'embed' ? noteEmbed(node.attrs) : { embed: null, title: null }
    if (embed && title === null) urls.add(embed.url)
    return !node.isTextblock
  })
  return urls
}

function untitled({ doc }: EditorState, url: string): number[] {
  const positions: number[] = []
  doc.descendants((node, position) => {
    if (node.type.name === 'embed' && node.attrs['url'] === url && noteEmbed(node.attrs).title === null)
      positions.push(position)
    return !node.isTextblock
  })
  return positions
}
