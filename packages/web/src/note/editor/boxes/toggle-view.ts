import type { NodeViewRendererProps } from '@tiptap/core'
import type { Decoration, NodeView } from '@tiptap/pm/view'
import { commandKey } from '../../../ui/command-key.ts'
import * as texts from '../texts.ts'
import { closeToggle, isClosedMark } from './closed-toggles.extension.ts'

/** Laid out like the `details` of readers, whose summary could not be edited: Space would close it. */
export function toggleView({ node, getPos, view, decorations }: NodeViewRendererProps): NodeView {
  const dom = document.createElement('div')
  dom.dataset['type'] = 'toggle'
  dom.dir = 'auto'
  const button = document.createElement('button')
  button.type = 'button'
  button.contentEditable = 'false'
  const contentDOM = document.createElement('div')
  dom.append(button, contentDOM)

  const draw = (marks: readonly Decoration[]): void => {
    const isClosed = marks.some(isClosedMark)
    button.ariaExpanded = String(!isClosed)
    button.ariaLabel = isClosed ? texts.showContent : texts.hideContent
    button.title = `${button.ariaLabel}  ${commandKey} Enter`
  }
  draw(decorations)
  // The caret stays where it is.
  button.addEventListener('mousedown', (event) => event.preventDefault())
  button.addEventListener('click', () => {
    const position = getPos()
    if (position !== undefined) closeToggle(view, position, button.ariaExpanded === 'true')
  })
  return {
    dom,
    contentDOM,
    update(next, marks) {
      if (next.type !== node.type) return false
      draw(marks)
      return true
    },
    stopEvent: ({ target }) => target === button,
    ignoreMutation: ({ type, target }) => type !== 'selection' && !contentDOM.contains(target),
  }
}
