/** The card of an attachment in the editor; its actions are in the attachment bar. */
import type { Node } from '@tiptap/pm/model'
import type { NodeView } from '@tiptap/pm/view'
import { attachmentAttributes, fileSizeLabel, noteAttachment } from '@knowreel/shared/note/note-files.ts'

export function attachmentView({ node }: { node: Node }): NodeView {
  let shown = node
  const dom = document.createElement('div')
  const name = document.createElement('span')
  name.dataset['part'] = 'name'
  const size = document.createElement('span')
  size.dataset['part'] = 'size'
  dom.append(name, size)

  const draw = (next: Node): void => {
    shown = next
    const file = noteAttachment(next.attrs)
    for (const [attribute, value] of Object.entries(attachmentAttributes(file))) {
      if (value === null) dom.removeAttribute(attribute)
      else dom.setAttribute(attribute, String(value))
    }
    name.textContent = file.name
    size.textContent = file.size === null ? '' : fileSizeLabel(file.size)
  }
  draw(node)
  return {
    dom,
    update(next) {
      if (next.type !== shown.type) return false
      if (!next.eq(shown)) draw(next)
      else shown = next
      return true
    },
    ignoreMutation: () => true,
  }
}
