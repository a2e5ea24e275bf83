import { later, lazyPart } from '../ui/later.tsx'

export const ArticleItemMenu = later(() =>
  import('./actions/article-item-menu.tsx').then((module) => module.ArticleItemMenu),
)

/** Lazy: few readers open previous versions. */
export const VersionPanel = lazyPart(
  () => import('./versions/version-panel.tsx').then((module) => module.VersionPanel),
  null,
)
