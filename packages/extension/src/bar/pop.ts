/** The small panel above the bar: a question, the colours of the pen, the name of a paragraph. */
import { element } from './element.ts'

export function createPop(layer: HTMLElement) {
  const pop = element('div', { class: 'pop', hidden: true })
  layer.append(pop)
  const close = () => {
    pop.hidden = true
    pop.replaceChildren()
    pop.removeAttribute('role')
    pop.removeAttribute('aria-label')
  }
  const open = (role: string, label: string, ...children: (Node | string)[]) => {
    close()
    pop.setAttribute('role', role)
    pop.setAttribute('aria-label', label)
    pop.append(...children)
    pop.hidden = false
  }
  return { open, close }
}
