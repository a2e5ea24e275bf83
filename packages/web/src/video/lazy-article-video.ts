import { lazy } from 'react'
import { untilLoaded } from '../platform/until-loaded.ts'

/** Loaded when a recording is there to be watched: most pages have none. */
export const ArticleVideo = lazy(() =>
  untilLoaded(() => import('./article-video.tsx')).then((module) => ({ default: module.ArticleVideo })),
)

/** The player of an edit page, held above sidebar, picture and timeline. */
export const HeldPlayer = lazy(() =>
  untilLoaded(() => import('./editing/held-player.tsx')).then((module) => ({ default: module.HeldPlayer })),
)
/** The paragraphs of an edit page, in its sidebar. */
export const ParagraphPanel = lazy(() =>
  untilLoaded(() => import('./paragraphs/paragraph-panel.tsx')).then((module) => ({ default: module.ParagraphPanel })),
)
