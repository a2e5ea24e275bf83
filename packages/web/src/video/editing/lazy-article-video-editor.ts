import { lazy } from 'react'

/** Loaded when a recording is edited: most pages are read. */
export const ArticleVideoEditor = lazy(() =>
  import('./article-video-editor.tsx').then((module) => ({ default: module.ArticleVideoEditor })),
)
