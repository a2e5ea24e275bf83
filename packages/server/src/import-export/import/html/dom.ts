/** DOM helpers for pages that are being imported. */

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
