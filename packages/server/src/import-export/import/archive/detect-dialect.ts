/** Detects which program wrote these files: by their names, or by the content of one page if names are not enough. */
import { decodeText } from './decode-text.ts'
import type { ImportFiles } from './import-entry.ts'
import { readBytes } from './import-files.ts'
import { baseName, extensionOfPath, folderOf, withoutExtension } from './safe-path.ts'

export type Dialect = 'knowreel' | 'notion' | 'confluence' | 'outline' | 'outline-json' | 'plain'

export const dialectNames: Readonly<Record<Dialect, string>> = {
  knowreel: 'Knowreel export',
  notion: 'Notion export',
  confluence: 'Confluence space export',
  outline: 'Outline export',
  'outline-json': 'Outline export',
  plain: 'Markdown and HTML files',
}

const sniffBytes = 2_000_000

export const notionId = /[ _-]([0-9a-f]{32})$/i

export async function detectDialect(files: ImportFiles): Promise<Dialect> {
  const paths = [...files.keys()]
  const read = async (path: string): Promise<string> => {
    const entry = files.get(path)
    const bytes = entry === undefined ? null : await readBytes(entry, sniffBytes).catch(() => null)
    return bytes === null ? '' : decodeText(bytes).text
  }
  const contents = paths.filter((path) => /^(?:Contents\.md|index\.html?)$/.test(baseName(path)) && depthOf(path) <= 2)
  for (const path of contents.slice(0, 5)) {
    const text = await read(path)
    if (/^knowreel: "contents"$/m.test(text) || text.includes('<meta name="knowreel:contents"')) return 'knowreel'
    const hasPages = paths.some(
      (other) => folderOf(other) === folderOf(path) && /(?:^|_)\d+\.html$/.test(baseName(other)),
    )
    if (/\.html?$/.test(path) && hasPages && /confluence|Available Pages|id="main-header"/i.test(text))
      return 'confluence'
  }
  const pages = paths.filter((path) => ['md', 'html', 'csv'].includes(extensionOfPath(path)))
  if (pages.some((path) => notionId.test(withoutExtension(path).replace(/_all$/, '')))) return 'notion'
  for (const path of paths.filter((one) => baseName(one) === 'metadata.json' && depthOf(one) <= 2)) {
    if (/"exportVersion"/.test(await read(path))) return 'outline-json'
  }
  // Individually selected pages may be ours too.
  const [only] = pages
  if (pages.length > 0 && pages.length <= 20 && only !== undefined && isKnowreelExport(await read(only)))
    return 'knowreel'
  return paths.some((path) => /(?:^|\/)uploads\//.test(path)) && pages.some((path) => path.endsWith('.md'))
    ? 'outline'
    : 'plain'
}

const isKnowreelExport = (text: string): boolean =>
  /^---\ntitle: "[^]{0,2000}?\n(?:id|tab-of): "[0-9a-z]{10}"\n/.test(text) ||
  text.includes('<meta name="knowreel:title"')

const depthOf = (path: string): number => path.split('/').length
