/** The first page of an export: all articles as a tree. */
import { formatFrontMatter } from '@knowreel/shared/import-export/front-matter.ts'
import type { ExportFormat } from '@knowreel/shared/import-export/import-export.rules.ts'
import { relativeUrl } from './file-names.ts'
import { escapeHtml } from '../../platform/http/escape-html.ts'
import { htmlPage } from './html-page.ts'
import { extensionOf, type PlannedArticle } from './plan-export.ts'

type ContentsInput = {
  readonly title: string
  readonly path: string
  readonly format: ExportFormat
  readonly plan: readonly PlannedArticle[]
}

export function contentsPage({ title, path, format, plan }: ContentsInput): string {
  const addressOf = (article: PlannedArticle) => relativeUrl(path, `${article.path}${extensionOf(format)}`)
  if (format === 'markdown') {
    const escape = (text: string) => text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_[\]<~|#]/g, '\\$&')
    const lines = plan.map(
      (article) => `${'  '.repeat(article.depth - 1)}- [${escape(article.title)}](${addressOf(article)})`,
    )
    return `${formatFrontMatter({ knowreel: 'contents', title })}# ${escape(title)}\n\n${lines.join('\n')}\n`
  }
  let list = ''
  let depth = 1
  plan.forEach((article, index) => {
    if (article.depth > depth) list += '<ul>'
    else if (index > 0) list += '</li>'
    for (; depth > article.depth; depth--) list += '</ul></li>'
    depth = article.depth
    list += `<li><a href="${escapeHtml(addressOf(article))}">${escapeHtml(article.title)}</a>`
  })
  const body =
    list === '' ? '<p>There are no articles.</p>' : `<ul class="contents">${list}${'</li></ul>'.repeat(depth)}`
  return htmlPage({
    title,
    metadata: { contents: 'yes' },
    body: `<header><h1>${escapeHtml(title)}</h1></header><main>${body}</main>`,
  })
}
