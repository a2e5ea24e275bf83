import type { Plugin, Rollup } from 'vite'

const settings = ['app/shell/app-shell.tsx', 'app/settings/settings-layout.tsx']

/** The chunks a page needs beyond the entry, by the beginning of its address; the first that fits counts. */
const pages = [
  { address: '^/login(/|$)', modules: ['user/sign-in-page.tsx'] },
  { address: '^/signup/?$', modules: ['user/sign-up-page.tsx'] },
  { address: '^/signup/[^/]', modules: ['user/invited-sign-up-page.tsx'] },
  { address: '^/password-reset(/|$)', modules: ['user/password-reset-page.tsx'] },
  { address: '^/(b|browse)/shared/', modules: ['share/page/shared-page.tsx'] },
  { address: '^/embed/', modules: ['share/page/embedded-page.tsx'] },
  { address: '^/unsubscribe/', modules: ['notification/unsubscribe-page.tsx'] },
  { address: '^/b/(?!shared/)[^/]+/[^/]+/[^/]', modules: ['app/shell/app-shell.tsx', 'article/browse-page.tsx'] },
  { address: '^/workspace/new/?$', modules: ['app/shell/app-shell.tsx', 'workspace/new-workspace-page.tsx'] },
  { address: '^/workspace/[^/]+/edit', modules: ['app/shell/app-shell.tsx', 'workspace/workspace-edit-page.tsx'] },
  {
    address: '^/(b|workspace)/(?!shared/)',
    modules: ['app/shell/app-shell.tsx', 'workspace/workspace-view-page.tsx'],
  },
  {
    address: '^/article/[^/]+/v/',
    modules: ['app/shell/app-shell.tsx', 'article/versions/version-page.tsx'],
  },
  {
    address: '^/article/[^/]+/edit',
    modules: ['app/shell/app-shell.tsx', 'article/article-edit-page.tsx', 'note/note-desk.ts', 'note/note-pane.tsx'],
  },
  {
    address: '^/draft/',
    modules: ['app/shell/app-shell.tsx', 'article/draft-edit-page.tsx', 'note/note-desk.ts', 'note/note-pane.tsx'],
  },
  { address: '^/workspaces/?$', modules: ['app/shell/app-shell.tsx', 'workspace/workspaces-page.tsx'] },
  { address: '^/drafts/?$', modules: ['app/shell/app-shell.tsx', 'article/drafts-page.tsx'] },
  { address: '^/settings/company/?$', modules: [...settings, 'company/company-profile-page.tsx'] },
  { address: '^/settings/users/?$', modules: [...settings, 'company-user/users-page.tsx'] },
  { address: '^/settings/groups/[^/]', modules: [...settings, 'group/group-page.tsx'] },
  { address: '^/settings/groups/?$', modules: [...settings, 'group/groups-page.tsx'] },
  { address: '^/settings(/profile)?/?$', modules: [...settings, 'user/profile/profile-page.tsx'] },
  { address: '^/settings(/|$)', modules: settings },
  { address: '^/$', modules: ['app/shell/app-shell.tsx', 'search/home-page.tsx'] },
]

const place = '/* first files of a page */'

/**
 * Tells the script in index.html which files each page will ask for, so that they are fetched together with the entry
 * instead of after it.
 */
export function preloadPlugin(): Plugin {
  return {
    name: 'knowreel-preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (!bundle) return html
        const entryFiles = new Set(filesOf(bundle, (chunk) => chunk.isEntry))
        const table = pages.map(({ address, modules }) => {
          const files = filesOf(bundle, (chunk) =>
            modules.some((module) => chunk.facadeModuleId?.endsWith(`/src/${module}`)),
          )
          return [address, [...files].filter((file) => !entryFiles.has(file)).map((file) => `/${file}`)]
        })
        if (!html.includes(place)) throw new Error('index.html has no place for the first files of a page')
        return html.replace(place, JSON.stringify(table).slice(1, -1))
      },
    },
  }
}

/** A chunk, its styles, and all it imports. */
function filesOf(bundle: Rollup.OutputBundle, isWanted: (chunk: Rollup.OutputChunk) => boolean): Set<string> {
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
