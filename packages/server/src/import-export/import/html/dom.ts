/** DOM helpers for pages that are being imported. */
import type { Embed } from '@knowreel/shared/note/embed/embed-providers.ts'
import type { CalloutKind } from '@knowreel/shared/note/callout-kinds.ts'

export const createElement = (near: Element, tag: string, text = ''): Element => {
  const element = near.ownerDocument.createElement(tag)
  if (text !== '') element.textContent = text
  return element
}

export const childrenOf = (element: Element): Node[] => [...element.childNodes]

export function replaceWith(element: Element, nodes: readonly Node[]): void {
  for (const node of nodes) element.parentNode?.insertBefore(node, element)
  element.remove()
}

export const unwrap = (element: Element): void => replaceWith(element, childrenOf(element))

/** The nearest enclosing element with this name. */
export function closestIn(element: Element, name: string): Element | null {
  for (let at = element.parentElement; at !== null; at = at.parentElement) if (at.localName === name) return at
  return null
}

export function createCallout(near: Element, kind: CalloutKind, content: readonly Node[] = []): Element {
  const callout = createElement(near, 'div')
  callout.setAttribute('data-type', 'callout')
  callout.setAttribute('data-kind', kind)
  for (const node of content) callout.appendChild(node)
  return callout
}

export function createEmbed(near: Element, { url }: Embed, title = ''): Element {
  const card = createElement(near, 'div')
  card.setAttribute('data-type', 'embed')
  const link = createElement(near, 'a', title)
  link.setAttribute('href', url)
  card.appendChild(link)
  return card
}
