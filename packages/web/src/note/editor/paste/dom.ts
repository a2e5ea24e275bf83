// DOM helpers that preserve the content of elements. They run in the browser and in tests.

export function removeAll(root: Element, selector: string): void {
  for (const element of root.querySelectorAll(selector)) element.remove()
}

export const unwrap = (element: Element): void => element.replaceWith(...element.childNodes)

/** Keeps the listed attributes. */
export function renameElement(element: Element, name: string, kept: readonly string[] = []): Element {
  const renamed = element.ownerDocument.createElement(name)
  for (const attribute of kept) {
    const value = element.getAttribute(attribute)
    if (value !== null) renamed.setAttribute(attribute, value)
  }
  renamed.append(...element.childNodes)
  element.replaceWith(renamed)
  return renamed
}

export const styleOf = (element: Element): string => element.getAttribute('style') ?? ''

export const textOf = (node: Node): string => (node.textContent ?? '').replaceAll(/[\s\u00a0]+/g, ' ').trim()

const blockTagNames: ReadonlySet<string> = new Set(
  'p div h1 h2 h3 h4 h5 h6 ul ol table pre blockquote hr section article'.split(' '),
)
export const isBlock = (node: Node | null): boolean => node !== null && blockTagNames.has((node as Element).localName)
