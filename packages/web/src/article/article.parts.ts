import { lazyWhenIdle, lazyComponent } from '../ui/lazy-components.tsx'

export const ArticleItemMenu = lazyWhenIdle(() =>
  import('./actions/article-item-menu.tsx').then((module) => module.ArticleItemMenu),
)

export const ArticleEnd = lazyWhenIdle(() => import('./read/article-end.tsx').then((module) => module.ArticleEnd))

/** Lazy: few readers open previous versions. */
export const VersionPanel = lazyComponent(
  () => import('./versions/version-panel.tsx').then((module) => module.VersionPanel),
  null,
)

/** Lazy: few links lead to an article that is missing. */
export const MissingArticle = lazyComponent(
  () => import('./read/missing-article.tsx').then((module) => module.MissingArticle),
  null,
)
