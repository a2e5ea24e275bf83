/** The page as HTML, whatever it was written in, with what its front matter says. */
import { factList, factText, readFrontMatter, type FrontMatter } from '@knowreel/shared/exchange/front-matter.ts'
import type { TellNote } from '../report.ts'
import { csvToHtml } from './csv-table.ts'
import { readMarkdown } from './markdown-reader.ts'
import type { PageKind } from './plan-import.ts'
import type { Dialect } from './recognise.ts'

export type PageHtml = {
  readonly html: string
  /** Of the front matter; null where there is none. */
  readonly title: string | null
  readonly tags: readonly string[]
  readonly tabTitle: string | null
}

type Asked = { readonly kind: PageKind; readonly dialect: Dialect; readonly path: string; readonly tell: TellNote }

/** Null for Markdown that can not be read, or not in a short time. */
export async function pageHtml(text: string, { kind, dialect, path, tell }: Asked): Promise<PageHtml | null> {
  if (kind === 'html') return { html: text, title: null, tags: [], tabTitle: null }
  if (kind === 'csv')
    return { html: csvToHtml(text, () => tell('table_cut', path)), title: null, tags: [], tabTitle: null }
  const { facts, body } = readFrontMatter(text)
  const html = await readMarkdown(body, { dialect })
  return html === null ? null : { html, ...factsOf(facts) }
}

const factsOf = (facts: FrontMatter) => ({
  title: factText(facts, 'title'),
  tags: factList(facts, 'tags').map((tag) => tag.replace(/^#/, '')),
  tabTitle: factText(facts, 'tab'),
})
