// Normalises pasted code: removes the page controls around it, joins coloured lines, and reads its language from five
// markup variants.
import { isLanguageName } from '@knowreel/shared/note/note-html.ts'
import { styleOf } from './dom.ts'

export function normaliseCode(root: Element): void {
  convertEditorLines(root)
  for (const block of root.querySelectorAll('pre')) {
    keepOnlyCode(block)
    setLanguageClass(block)
    trimFinalNewline(block)
  }
}

const isMonospaced = (style: string): boolean => /font-family:[^;]*(?:mono|consolas|courier|menlo|monaco)/i.test(style)

/** Code editors copy each line as an element, inside one that preserves white space. */
function convertEditorLines(root: Element): void {
  for (const frame of root.querySelectorAll('div[style]')) {
    const style = styleOf(frame)
    if (!/white-space:\s*pre\b(?!-)/i.test(style) || !isMonospaced(style) || frame.closest('pre')) continue
    const lines = [...frame.children]
    if (lines.length < 2 || !lines.every(({ localName }) => localName === 'div' || localName === 'br')) continue
    const code = root.ownerDocument.createElement('code')
    code.textContent = lines.map((line) => line.textContent ?? '').join('\n')
    const block = root.ownerDocument.createElement('pre')
    block.append(code)
    frame.replaceWith(block)
  }
}

/** Other content in the frame of a code block is its language name and copy buttons. */
function keepOnlyCode(block: Element): void {
  const codes = block.querySelectorAll('code')
  const code = codes[0]
  if (codes.length === 1 && code && (code.textContent ?? '').trim() !== '') block.replaceChildren(code)
}

function setLanguageClass(block: Element): void {
  const code = block.querySelector('code')
  const language = detectLanguage(block, code)
  if (language === null) return
  const target = code ?? block.ownerDocument.createElement('code')
  if (!code) {
    target.append(...block.childNodes)
    block.append(target)
  }
  target.setAttribute('class', `language-${language}`)
}

function detectLanguage(block: Element, code: Element | null): string | null {
  const classes = [code, block, block.parentElement].map((element) => element?.getAttribute('class') ?? '').join(' ')
  const named =
    /(?:^|\s)(?:language|lang|highlight-source)-([\w+#-]+)/.exec(classes)?.[1] ??
    block.getAttribute('data-language') ??
    /brush:\s*([\w+#-]+)/.exec(block.getAttribute('data-syntaxhighlighter-params') ?? '')?.[1]
  const language = named?.toLowerCase()
  return isLanguageName(language) && !['none', 'plain', 'plaintext', 'text'].includes(language) ? language : null
}

/** The line break at the end of a code block is not a line. */
function trimFinalNewline(block: Element): void {
  let last: Node | null = block
  while (last?.lastChild) last = last.lastChild
  if (last?.nodeType === 3 && last.nodeValue) last.nodeValue = last.nodeValue.replace(/\n$/, '')
}
