/**
 * Converts a page of another program to HTML that the note schema understands: navigation and decoration are removed,
 * and program-specific notations become ours. Links and files are handled elsewhere.
 */
import { signedCalloutKind } from '@knowreel/shared/note/callout-kinds.ts'
import { findEmbed } from '@knowreel/shared/note/embed/embed-providers.ts'
import type { Dialect } from '../archive/detect-dialect.ts'
import { fromConfluence, fromKnowreel, fromNotion, type PageMetadata } from './clean-dialects.ts'
import { childrenOf, closestIn, createCallout, createElement, replaceWith, unwrap } from './dom.ts'

export type CleanPage = PageMetadata & { readonly root: Element }

type CleanOptions = {
  readonly dialect: Dialect
  readonly isMarkdown: boolean
  /** The title is already known, so no heading is used for it. */
  readonly hasTitle: boolean
}

export function cleanPage(document: Document, { dialect, isMarkdown, hasTitle }: CleanOptions): CleanPage {
  const body = document.body
  for (const contents of body.querySelectorAll('nav.table_of_contents'))
    contents.setAttribute('data-type', 'tableOfContents')
  for (const element of body.querySelectorAll(
    'script,style,noscript,template,svg,object,embed,link,meta,nav:not([data-note] nav,[data-type=tableOfContents])',
  ))
    element.remove()
  const found = readDialect(document, dialect, isMarkdown)
  const root = found.root
  fixMedia(root)
  fixTasks(root)
  fixToggles(root)
  fixBlocks(root)
  const title = hasTitle ? null : (found.title ?? extractTitle(document, root, isMarkdown))
  return { ...found, title, root }
}

function readDialect(document: Document, dialect: Dialect, isMarkdown: boolean): PageMetadata & { root: Element } {
  if (dialect === 'notion') return fromNotion(document, isMarkdown)
  if (dialect === 'confluence') return fromConfluence(document)
  if (dialect === 'knowreel' && !isMarkdown) return fromKnowreel(document)
  return { root: document.body, title: null, tags: [], tabTitle: null }
}

/** A level 1 heading at the start of the page is its title; later ones stay. */
function extractTitle(document: Document, root: Element, isMarkdown: boolean): string | null {
  const first = firstBlock(root)
  if (first?.localName === 'h1') {
    const title = first.textContent?.trim() ?? ''
    if (title !== '') {
      first.remove()
      return title
    }
  }
  const title = isMarkdown ? '' : (document.querySelector('title')?.textContent?.trim() ?? '')
  return title === '' ? null : title
}

function firstBlock(root: Element): Element | null {
  let at: Element | null = root.firstElementChild
  while (
    at !== null &&
    /^(?:div|main|article|section|header|body)$/.test(at.localName) &&
    !at.hasAttribute('data-type')
  ) {
    if (at.firstElementChild === null) at = at.nextElementSibling
    else at = at.firstElementChild
  }
  return at
}

const blockSelector = 'p,div,ul,ol,table,blockquote,pre,h1,h2,h3,h4,h5,h6,hr,figure,iframe,[data-type]'

function fixMedia(root: Element): void {
  for (const frame of root.querySelectorAll('iframe,video,audio')) {
    // The schema turns it into an embed.
    if (frame.localName === 'iframe' && findEmbed(frame.getAttribute('src')) !== null) continue
    const source = frame.getAttribute('src') ?? frame.querySelector('source')?.getAttribute('src') ?? ''
    const link = createElement(root, 'a', source)
    link.setAttribute('href', source)
    replaceWith(frame, source === '' ? [] : [wrap(root, 'p', link)])
  }
  for (const picture of root.querySelectorAll('picture')) unwrap(picture)
  for (const caption of root.querySelectorAll('figcaption'))
    replaceWith(caption, [wrap(root, 'p', ...childrenOf(caption))])
  // Our figures contain only inline content; others contain blocks too.
  for (const figure of root.querySelectorAll('figure')) {
    if (figure.querySelector(blockSelector) === null) replaceWith(figure, [wrap(root, 'p', ...childrenOf(figure))])
    else unwrap(figure)
  }
}

const wrap = (root: Element, tag: string, ...content: readonly Node[]): Element => {
  const element = createElement(root, tag)
  for (const node of content) element.appendChild(node)
  return element
}

/** Items that begin with a checkbox. */
function fixTasks(root: Element): void {
  for (const list of root.querySelectorAll('ul,ol')) splitMixedList(list)
  for (const list of root.querySelectorAll('ul,ol')) {
    const items = [...list.children].filter(({ localName }) => localName === 'li')
    const boxes = items.map(ownCheckbox)
    if (list.getAttribute('data-type') === 'taskList') {
      items.forEach((item, index) => {
        boxes[index]?.remove()
        if (item.firstElementChild?.localName !== 'div' || item.firstElementChild.hasAttribute('data-type'))
          wrapContent(item)
      })
    } else if (boxes.some((box) => box !== null)) {
      list.setAttribute('data-type', 'taskList')
      items.forEach((item, index) => {
        item.setAttribute('data-type', 'taskItem')
        item.setAttribute('data-checked', String(boxes[index]?.hasAttribute('checked') ?? false))
        boxes[index]?.remove()
        dropEmptyStart(item)
        wrapContent(item)
      })
    }
  }
  for (const box of root.querySelectorAll('input[type=checkbox]'))
    replaceWith(box, [root.ownerDocument.createTextNode(box.hasAttribute('checked') ? '☑ ' : '☐ ')])
}

/** Checkboxes before some of the items: Markdown joins to-dos and adjacent items into one list. */
function splitMixedList(list: Element): void {
  if (list.hasAttribute('data-type')) return
  const items = [...list.children]
  let part = list
  let wasTask: boolean | null = null
  for (const item of items) {
    const isTask = ownCheckbox(item) !== null
    if (wasTask !== null && isTask !== wasTask) {
      const next = createElement(list, list.localName)
      part.after(next)
      part = next
    }
    if (part !== list) part.append(item)
    wasTask = isTask
  }
}

/** The schema reads the first `div` of an item as its whole content, so one is wrapped around it. */
function wrapContent(item: Element): void {
  const holder = createElement(item, 'div')
  for (const node of childrenOf(item)) holder.appendChild(node)
  item.appendChild(holder)
}

/** Where the checkbox was alone before a block of its own. */
function dropEmptyStart(item: Element): void {
  const first = item.firstElementChild
  const isEmpty = first?.localName === 'p' && first.firstElementChild === null && first.textContent?.trim() === ''
  if (first !== null && isEmpty && first.nextElementSibling !== null) first.remove()
}

const ownCheckbox = (item: Element): Element | null =>
  [...item.querySelectorAll('input[type=checkbox]')].find((box) => closestIn(box, 'li') === item) ?? null

/** Notion writes toggles as a list; one that begins an item of another list is unfolded, because items begin with text. */
function fixToggles(root: Element): void {
  for (const details of [...root.querySelectorAll('details')].toReversed()) {
    const summary = [...details.children].find(({ localName }) => localName === 'summary')
    if (summary && details.firstElementChild !== summary) details.prepend(summary)
    const item = details.parentElement
    if (item?.localName !== 'li' || item.firstElementChild !== details || isToggleList(item.parentElement)) continue
    replaceWith(details, [wrap(root, 'p', ...(summary ? childrenOf(summary) : [])), ...childrenOf(details)])
    summary?.remove()
  }
  for (const list of [...root.querySelectorAll('ul')].toReversed()) {
    if (isToggleList(list)) replaceWith(list, [...list.children].flatMap(childrenOf))
  }
}

const isToggleList = (list: Element | null): boolean =>
  list !== null &&
  list.classList.contains('toggle') &&
  [...list.children].every((item) => item.querySelector('details'))

const alignmentPattern = /text-align:\s*(center|right|justify)/i

function fixBlocks(root: Element): void {
  for (const aside of root.querySelectorAll('aside'))
    replaceWith(aside, [createCallout(aside, signedCalloutKind(aside.textContent ?? ''), childrenOf(aside))])
  for (const heading of root.querySelectorAll('h6')) replaceWith(heading, [wrap(root, 'h5', ...childrenOf(heading))])
  for (const term of root.querySelectorAll('dt'))
    replaceWith(term, [wrap(root, 'p', wrap(root, 'strong', ...childrenOf(term)))])
  for (const list of root.querySelectorAll('dl,dd')) unwrap(list)
  for (const caption of root.querySelectorAll('caption')) {
    const table = closestIn(caption, 'table')
    table?.before(wrap(root, 'p', ...childrenOf(caption)))
    caption.remove()
  }
  // Our own pages mark code exactly.
  if (!root.hasAttribute('data-note')) for (const pre of root.querySelectorAll('pre')) fixCode(pre)
  for (const block of root.querySelectorAll('p,h1,h2,h3,h4,h5')) {
    const [, align = block.getAttribute('align')] = alignmentPattern.exec(block.getAttribute('style') ?? '') ?? []
    if (align && /^(?:center|right|justify)$/i.test(align)) block.setAttribute('data-align', align.toLowerCase())
  }
  for (const inserted of root.querySelectorAll('ins')) replaceWith(inserted, [wrap(root, 'u', ...childrenOf(inserted))])
}

/** HTML writers end the last line of code with a line break that is not part of the code. */
function fixCode(pre: Element): void {
  const code = pre.querySelector('code') ?? pre
  const language = /(?:language-|lang-|brush:\s*)([\w+#.-]+)/i.exec(
    `${code.getAttribute('class')} ${pre.getAttribute('class')}`,
  )?.[1]
  const text = (code.textContent ?? '').replace(/\n$/, '')
  const clean = createElement(pre, 'code', text)
  if (language !== undefined) clean.setAttribute('class', `language-${language.toLowerCase()}`)
  replaceWith(pre, [wrap(pre, 'pre', clean)])
}
