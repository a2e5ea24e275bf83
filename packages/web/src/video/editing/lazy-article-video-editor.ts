import { lazy } from 'react'
import { untilLoaded } from '../../platform/until-loaded.ts'

/** Loaded when a recording is edited: most pages are read. */
export const ArticleVideoEditor = lazy(() =>
  untilLoaded(() => import('./article-video-editor.tsx')).then((module) => ({ default: module.ArticleVideoEditor })),
)
