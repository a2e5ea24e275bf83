import { build, type Plugin, type PluginOption, type Rolldown } from 'vite'
import { planChunks } from './chunk-plan.ts'
import { readPages, type Page } from './route-table.ts'

const placeholder = '/* pages */'

/**
 * Optimises the first view of every page, from the route table alone: the files of the build follow from what the pages
 * import, and index.html lists the files and first requests of each URL, so that they are fetched together with the
 * entry instead of after it. `plugins`: those that the modules need.
 */
export function pagesPlugin(plugins: () => PluginOption[]): Plugin {
  const pages = readPages()
  return {
    name: 'knowreel-pages',
    apply: 'build',
    async config({ build: options }) {
      const unplanned = await build({
        configFile: false,
        logLevel: 'error',
        plugins: plugins(),
        build: { target: options?.target, write: false, minify: false, modulePreload: { polyfill: false } },
      })
      const { output } = unplanned as Rolldown.RolldownOutput
      const names = planChunks(output, pages)
      const groups = [
        // The code of every page: libraries are separate, in a file that stays the same when our code changes.
        { name: 'core', tags: ['$initial' as const], test: /node_modules/ },
        { name: 'base', tags: ['$initial' as const] },
        { name: (module: string) => names.get(module) ?? null, includeDependenciesRecursively: false },
      ]
      return { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } }
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (!bundle) return html
        if (!html.includes(placeholder)) throw new Error('index.html has no placeholder for the table of pages')
        const entryFiles = new Set(collectFiles(bundle, ({ isEntry }) => isEntry))
        const table = pages.map(({ modules, ...page }) => {
          const files = collectFiles(bundle, (chunk) => chunk.moduleIds.some((module) => modules.includes(module)))
          return pageRow(
            page,
            [...files].filter((file) => !entryFiles.has(file)).map((file) => `/${file}`),
          )
        })
        return html.replace(placeholder, () => JSON.stringify(table).slice(1, -1))
      },
    },
  }
}

/** In the format of the script in index.html: parameters of requests by their group number in the pattern. */
function pageRow({ pattern, parameters, needsSession, first }: Omit<Page, 'modules'>, files: readonly string[]) {
  const numbered = (requests: readonly string[]) =>
    requests.map((request) =>
      request.replaceAll(/\$(\w+)/g, (_, name: string) => {
        if (!parameters.includes(name)) throw new Error(`${request} names a parameter that ${pattern} has not`)
        return `$${parameters.indexOf(name) + 1}`
      }),
    )
  const { always, signedIn, signedOut } = first
  return {
    pattern,
    needsSession,
    files,
    signedIn: numbered([...always, ...signedIn]),
    signedOut: needsSession ? [] : numbered([...always, ...signedOut]),
  }
}

/** Chunks, their styles, and everything they import. */
function collectFiles(bundle: Rolldown.OutputBundle, isWanted: (chunk: Rolldown.OutputChunk) => boolean): Set<string> {
  const files = new Set<string>()
  const add = (name: string) => {
    const chunk = bundle[name]
    if (files.has(name) || chunk?.type !== 'chunk') return
    files.add(name)
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style)
    for (const next of chunk.imports) add(next)
  }
  for (const chunk of Object.values(bundle)) if (chunk.type === 'chunk' && isWanted(chunk)) add(chunk.fileName)
  return files
}
