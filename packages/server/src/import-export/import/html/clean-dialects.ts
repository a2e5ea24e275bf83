/** Normalizes pages written by Notion, Confluence and our own export. */
import { type CalloutKind, signedCalloutKind } from '@knowreel/shared/note/callout-kinds.ts'
import { findEmbed } from '@knowreel/shared/note/embed/embed-providers.ts'
import { childrenOf, closestIn, createCallout, createElement, createEmbed, replaceWith, unwrap } from './dom.ts'
import { readNotionStyles } from './notion-styles.ts'

export type PageMetadata = {
  readonly title: string | null
  /** Any text; only an emoji is used. */
  readonly icon?: string | null
  readonly tags: readonly string[]
  readonly tabTitle: string | null
}

type DialectPage = PageMetadata & { readonly root: Element }

const textOf = (element: Element | null | undefined): string =>
  (element?.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
const orNull = (text: string): string | null => (text === '' ? null : text)

// Notion

export function fromNotion(document: Document, isMarkdown: boolean): DialectPage {
  if (isMarkdown) return fromNotionMarkdown(document)
  const page = document.querySelector('article.page') ?? document.body
  const title = orNull(textOf(page.querySelector('.page-title')))
  const tags = [...page.querySelectorAll('table.properties tr')].flatMap((row) =>
    /^tags?$/i.test(textOf(row.querySelector('th'))) ? [...row.querySelectorAll('.selected-value')].map(textOf) : [],
  )
  const icon = orNull(textOf(page.querySelector('.page-header-icon')))
  for (const extra of page.querySelectorAll('.page-title,.page-header-icon,.page-cover-image,table.properties .icon'))
    extra.remove()
  for (const properties of page.querySelectorAll('table.properties')) if (textOf(properties) === '') properties.remove()
  for (const box of page.querySelectorAll('ul.to-do-list > li > .checkbox')) {
    const input = createElement(page, 'input')
    input.setAttribute('type', 'checkbox')
    if (box.classList.contains('checkbox-on')) input.setAttribute('checked', '')
    replaceWith(box, [input])
  }
  readNotionStyles(page)
  for (const callout of page.querySelectorAll('figure.callout')) toCallout(callout)
  for (const list of page.querySelectorAll('.column-list')) toColumns(list, '.column')
  for (const math of page.querySelectorAll('.katex')) {
    const source = textOf(math.querySelector('annotation')) || textOf(math)
    replaceWith(math, [createElement(page, 'code', source)])
  }
  // The URL of what was embedded is its only content.
  for (const source of page.querySelectorAll('figure .source')) {
    const embed = findEmbed(source.querySelector('a')?.getAttribute('href'))
    if (embed !== null) replaceWith(closestIn(source, 'figure') ?? source, [createEmbed(page, embed)])
  }
  for (const bookmark of page.querySelectorAll('a.bookmark')) {
    const name = textOf(bookmark.querySelector('.bookmark-title')) || bookmark.getAttribute('href') || ''
    bookmark.textContent = name
  }
  for (const link of page.querySelectorAll('figure.image a')) if (link.querySelector('img') !== null) unwrap(link)
  return { root: page, title, icon, tags, tabTitle: null }
}

/** The properties of a page are listed below its title, one per line. */
function fromNotionMarkdown(document: Document): DialectPage {
  const root = document.body
  const heading = root.firstElementChild?.localName === 'h1' ? root.firstElementChild : null
  const title = orNull(textOf(heading))
  const after = heading?.nextElementSibling ?? null
  const tags: string[] = []
  if (after?.localName === 'p') {
    const lines = (after.textContent ?? '').split('\n')
    if (lines.every((line) => /^[\p{L}\p{N}][^:\n]{0,60}: /u.test(line))) {
      for (const line of lines) {
        const [, name = '', value = ''] = /^([^:]+): (.*)$/.exec(line) ?? []
        if (/^tags?$/i.test(name)) tags.push(...value.split(',').map((tag) => tag.trim()))
      }
      if (tags.length > 0 && lines.length === 1) after.remove()
    }
  }
  heading?.remove()
  return { root, title, tags, tabTitle: null }
}

/** The icon comes before the first words. */
function toCallout(callout: Element): void {
  const icon = callout.querySelector('.icon')
  const sign = textOf(icon)
  const box = createCallout(callout, signedCalloutKind(sign))
  icon?.parentElement?.remove()
  for (const part of callout.children) {
    for (const node of childrenOf(part.localName === 'div' ? part : wrapInDiv(part))) box.appendChild(node)
  }
  const first = box.firstElementChild
  if (sign !== '') {
    if (first?.localName === 'p') first.prepend(`${sign} `)
    else box.prepend(`${sign} `)
  }
  replaceWith(callout, [box])
}

function wrapInDiv(part: Element): Element {
  const holder = createElement(part, 'div')
  holder.appendChild(part)
  return holder
}

function toColumns(list: Element, selector: string): void {
  const columns = [...list.querySelectorAll(selector)].filter(
    (column) => column.textContent?.trim() !== '' || column.querySelector('img') !== null,
  )
  if (columns.length < 2) return
  const widths = columns.map((column) =>
    Number(/width:\s*([\d.]+)%/.exec(column.getAttribute('style') ?? '')?.[1] ?? 50),
  )
  const [left = 50, right = 50] = widths
  const layout =
    columns.length !== 2 || Math.abs(left - right) < 12 ? 'two-column' : left < right ? 'sidebar-left' : 'sidebar-right'
  const grid = createElement(list, 'div')
  grid.setAttribute('data-type', 'columns')
  grid.setAttribute('data-layout', layout)
  for (const column of columns) {
    const cell = createElement(list, 'div')
    cell.setAttribute('data-type', 'column')
    for (const node of childrenOf(column)) cell.appendChild(node)
    grid.appendChild(cell)
  }
  replaceWith(list, [grid])
}

// Confluence

export function fromConfluence(document: Document): DialectPage {
  const root = document.querySelector('#main-content') ?? document.querySelector('#content') ?? document.body
  const heading = textOf(document.querySelector('#title-text')) || textOf(document.querySelector('title'))
  const title = orNull(heading.replace(/^.{1,200}? : /, ''))
  const tags = [...document.querySelectorAll('.label-list a, .aui-label a')].map(textOf)
  for (const macro of root.querySelectorAll('.toc-macro')) {
    const contents = createElement(root, 'nav')
    contents.setAttribute('data-type', 'tableOfContents')
    replaceWith(macro, [contents])
  }
  for (const face of root.querySelectorAll('img.emoticon'))
    face.replaceWith(face.getAttribute('data-emoji-fallback') ?? face.getAttribute('alt') ?? '')
  // Their previews are not in the archive.
  for (const file of root.querySelectorAll('a.confluence-embedded-file'))
    if (textOf(file) === '')
      file.textContent = file.getAttribute('data-linked-resource-default-alias') ?? linkedFileName(file)
  for (const macro of root.querySelectorAll('.confluence-information-macro,.panel:not(.code)')) {
    const box = createCallout(root, macroKind(macro))
    for (const part of macro.querySelectorAll('.title,.panelHeader,.confluence-information-macro-body,.panelContent')) {
      if (/title|panelHeader/.test(part.getAttribute('class') ?? '')) {
        const head = createElement(root, 'p')
        head.appendChild(createElement(root, 'strong', textOf(part)))
        box.appendChild(head)
      } else for (const node of childrenOf(part)) box.appendChild(node)
    }
    replaceWith(macro, box.childNodes.length > 0 ? [box] : childrenOf(macro))
  }
  for (const code of root.querySelectorAll('pre[data-syntaxhighlighter-params]')) {
    const brush = /brush:\s*([\w+#-]+)/.exec(code.getAttribute('data-syntaxhighlighter-params') ?? '')?.[1]
    if (brush !== undefined) code.setAttribute('class', `language-${brush}`)
  }
  for (const list of root.querySelectorAll('ul.inline-task-list')) {
    for (const item of list.children) {
      const box = createElement(root, 'input')
      box.setAttribute('type', 'checkbox')
      if (item.classList.contains('checked')) box.setAttribute('checked', '')
      item.prepend(box)
    }
  }
  for (const fold of root.querySelectorAll('.expand-container')) {
    const details = createElement(root, 'details')
    details.appendChild(createElement(root, 'summary', textOf(fold.querySelector('.expand-control-text')) || 'More'))
    for (const node of childrenOf(fold.querySelector('.expand-content') ?? fold)) details.appendChild(node)
    replaceWith(fold, [details])
  }
  for (const layout of root.querySelectorAll('.columnLayout')) toColumns(layout, '.innerCell')
  for (const user of root.querySelectorAll('a.confluence-userlink'))
    replaceWith(user, [document.createTextNode(`@${textOf(user).replace(/^@/, '')}`)])
  addAttachments(document, root)
  return { root, title, tags, tabTitle: null }
}

/** By the colours of these macros: a note is yellow and a warning red. */
function macroKind({ classList }: Element): CalloutKind {
  const has = (name: string) => classList.contains(`confluence-information-macro-${name}`)
  return has('warning') ? 'danger' : has('note') ? 'warning' : has('tip') ? 'tip' : 'info'
}

/** The list of attachments is outside the page content; those that no link or image names are added at its end. */
function addAttachments(document: Document, root: Element): void {
  const used = new Set(
    [...root.querySelectorAll('[href],[src]')].map((element) =>
      withoutQuery(element.getAttribute('href') ?? element.getAttribute('src')),
    ),
  )
  for (const link of document.querySelectorAll('.greybox a, .pageSection a')) {
    const href = link.getAttribute('href') ?? ''
    if (!href.startsWith('attachments/') || used.has(withoutQuery(href)) || closestIn(link, 'pre') !== null) continue
    used.add(withoutQuery(href))
    const line = createElement(root, 'p')
    const copy = createElement(root, 'a', textOf(link))
    copy.setAttribute('href', href)
    line.appendChild(copy)
    root.appendChild(line)
  }
}

const linkedFileName = (link: Element): string =>
  decodeUri(withoutQuery(link.getAttribute('href')).split('/').at(-1) ?? '')

const withoutQuery = (address: string | null): string => (address ?? '').split('?', 1)[0] ?? ''

/** Parents of the pages by their paths, as the index of a space lists them, in its order. */
export function confluenceParents(document: Document, folder: string): Map<string, string | null> {
  const parents = new Map<string, string | null>()
  const pathOf = (item: Element | null): string | null => {
    const href =
      item === null ? undefined : [...item.children].find(({ localName }) => localName === 'a')?.getAttribute('href')
    if (href === undefined || href === null || /^[a-z]+:/i.test(href)) return null
    const name = decodeUri(href.split(/[?#]/, 1)[0] ?? '')
    return folder === '' ? name : `${folder}/${name}`
  }
  for (const item of document.querySelectorAll('li')) {
    const path = pathOf(item)
    if (path !== null && !parents.has(path)) parents.set(path, pathOf(closestIn(item, 'li')))
  }
  return parents
}

function decodeUri(text: string): string {
  try {
    return decodeURIComponent(text).normalize('NFC')
  } catch {
    return text
  }
}

// Our own export

export function fromKnowreel(document: Document): DialectPage {
  const facts = (name: string): string[] =>
    [...document.querySelectorAll('meta')].flatMap((meta) =>
      meta.getAttribute('name') === `knowreel:${name}` ? [meta.getAttribute('content') ?? ''] : [],
    )
  const root = document.querySelector('main[data-note]') ?? document.body
  const list = document.querySelector('section.recording')
  if (list !== null && root !== document.body) root.prepend(...childrenOf(list))
  const [title = null, icon = null, tabTitle = null] = ['title', 'icon', 'tab'].map((name) => facts(name)[0])
  return { root, title, icon, tags: facts('tags'), tabTitle }
}
