import { noteColour } from '@knowreel/shared/note/note-formats.ts'
import { styleOf } from './dom.ts'

/**
 * Colours of Word texts are chosen by their authors, those of web pages by a theme. Call this while the marks of Word are
 * still there.
 */
export function keepWordColours(root: Element): void {
  if (!root.querySelector('[class^="Mso"], [style*="mso-"], p.Paragraph')) return
  for (const element of root.querySelectorAll('[style]')) {
    if (element.closest('a, pre') || element.querySelector('p, ul, ol, table')) continue
    const style = styleOf(element)
    const ink = cssColour(/(?:^|;)\s*color:\s*([^;]+)/i.exec(style)?.[1])
    if (ink !== null && ink !== '#000000') wrapContent(element, 'span', ink)
    const isCell = /^t[dhr]$/.test(element.localName)
    const tone = cssColour(/(?:^|;)\s*background(?:-color)?:\s*([^;]+)/i.exec(style)?.[1])
    if (tone !== null && tone !== '#ffffff' && !isCell) wrapContent(element, 'mark', tone)
  }
}

function wrapContent(element: Element, name: 'span' | 'mark', colour: string): void {
  const wrapper = element.ownerDocument.createElement(name)
  wrapper.setAttribute('data-color', colour)
  wrapper.append(...element.childNodes)
  element.append(wrapper)
}

/** The names that Word writes: those of its highlights and of its first sixteen colours. */
const names: ReadonlyMap<string, string> = new Map([
  ['yellow', '#ffff00'],
  ['lime', '#00ff00'],
  ['aqua', '#00ffff'],
  ['cyan', '#00ffff'],
  ['fuchsia', '#ff00ff'],
  ['magenta', '#ff00ff'],
  ['blue', '#0000ff'],
  ['red', '#ff0000'],
  ['navy', '#000080'],
  ['teal', '#008080'],
  ['green', '#008000'],
  ['purple', '#800080'],
  ['maroon', '#800000'],
  ['olive', '#808000'],
  ['gray', '#808080'],
  ['silver', '#c0c0c0'],
])

function cssColour(value: string | undefined): string | null {
  const written = (value ?? '').trim().toLowerCase()
  const parts = /^rgb\((\d{1,3}), ?(\d{1,3}), ?(\d{1,3})\)$/.exec(written)?.slice(1)
  if (!parts) return names.get(written) ?? noteColour(written)
  return noteColour(`#${parts.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`)
}
