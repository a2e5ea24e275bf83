import type { NodeViewRendererProps } from '@tiptap/core'
import type { Node as ProseMirrorNode } from '@tiptap/pm/model'
import type { NodeView } from '@tiptap/pm/view'
import { noteEmbed } from '@knowreel/shared/note/embed/note-embed.ts'
import { loadWithRetry } from '../../../platform/load-with-retry.ts'

/** The card of readers. Its title is no link, because a click selects it; the bar opens the page. */
export function embedView({ node }: NodeViewRendererProps): NodeView {
  const dom = document.createElement('div')
  dom.dataset['type'] = 'embed'
  const title = document.createElement('span')
  title.dataset['part'] = 'title'
  const provider = document.createElement('span')
  provider.dataset['part'] = 'provider'
  dom.append(title, provider)
  let shown = node

  const draw = (next: ProseMirrorNode): void => {
    shown = next
    const { embed, label } = noteEmbed(next.attrs)
    title.textContent = label
    provider.textContent = embed?.label ?? ''
    if (!embed) return dom.querySelector('button, iframe')?.remove()
    // As readers load it: a static import would put it into a file with the editor, which they would load as well.
    void loadWithRetry(() => import('../../embeds.ts')).then(({ setLoadButton }) => {
      if (shown === next) setLoadButton(dom, embed, label)
    })
  }
  draw(node)
  return {
    dom,
    update(next) {
      if (next.type !== shown.type) return false
      if (!next.eq(shown)) draw(next)
      return true
    },
    stopEvent: ({ target }) => target instanceof Element && target.closest('button, iframe') !== null,
    ignoreMutation: () => true,
  }
}
