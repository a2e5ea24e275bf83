import { lazy } from 'react'

/** Loaded when a recording is there to be watched: most pages have none. */
export const ArticleVideo = lazy(() =>
  import('./article-video.tsx').then((module) => ({ default: module.ArticleVideo })),
)
