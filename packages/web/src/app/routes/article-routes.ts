/** Articles and drafts. */
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { readDraftListSearch } from '../../article/drafts/draft-list.ts'
import { readVersionSearch } from '../../article/versions/version-search.ts'
import { members, shell } from './frames.ts'

/** Not awaited: the page itself loads the editor when needed and retries. This only starts earlier. */
const preloadNoteEditor = (): void =>
  void Promise.allSettled([import('../../note/note-editor-session.ts'), import('../../note/note-pane.tsx')])

/** `part` and `tab` are a mode, a text tab or a paragraph; only the article itself shows which. */
export const browseArticle = createRoute({
  getParentRoute: () => shell,
  path: '/b/$workspaceId/$workspaceSlug/$articleId/{-$articleSlug}/{-$part}/{-$tab}',
  // Not awaited: the page shows what has loaded. Hovering a link already starts the requests.
  loader: ({ context: { queryClient }, params }) => {
    void import('../prefetch-browsed-article.ts').then(({ prefetchBrowsedArticle }) =>
      prefetchBrowsedArticle(queryClient, params),
    )
  },
  component: lazyRouteComponent(() => import('../browse-article-page.tsx'), 'BrowseArticlePage'),
  staticData: { first: { always: ['/browse/$workspaceId', '/article/$articleId'] } },
})
const newArticle = createRoute({
  getParentRoute: () => members,
  path: '/article/new/{-$id}',
  component: lazyRouteComponent(() => import('../../article/create/new-article-page.tsx'), 'NewArticlePage'),
})
const editArticle = createRoute({
  getParentRoute: () => members,
  path: '/article/$id/edit/{-$mode}',
  loader: preloadNoteEditor,
  component: lazyRouteComponent(() => import('../../article/edit/article-edit-page.tsx'), 'ArticleEditPage'),
})
const editVersion = createRoute({
  getParentRoute: () => members,
  path: '/article/$id/v/$version/edit',
  validateSearch: readVersionSearch,
  component: lazyRouteComponent(() => import('../../article/versions/version-page.tsx'), 'VersionPage'),
})
const drafts = createRoute({
  getParentRoute: () => members,
  path: '/drafts',
  validateSearch: readDraftListSearch,
  component: lazyRouteComponent(() => import('../../article/drafts/drafts-page.tsx'), 'DraftsPage'),
})
const editDraft = createRoute({
  getParentRoute: () => members,
  path: '/draft/$id/{-$mode}',
  loader: preloadNoteEditor,
  component: lazyRouteComponent(() => import('../../article/edit/draft-edit-page.tsx'), 'DraftEditPage'),
  staticData: { first: { always: ['/draft/$id'] } },
})
/** A draft without an id: guests sign in, others go home. */
const noDraft = createRoute({
  getParentRoute: () => members,
  path: '/draft',
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true })
  },
})

export const articleRoutes = [newArticle, editArticle, editVersion, drafts, editDraft, noDraft] as const
