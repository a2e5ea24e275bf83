import { lazy } from 'react'
import { untilLoaded } from '../../platform/until-loaded.ts'

/** Loaded when a recording is on its way. */
export const RecordingOnItsWay = lazy(() =>
  untilLoaded(() => import('./recording-on-its-way.tsx')).then((module) => ({ default: module.RecordingOnItsWay })),
)
/** Loaded when something of a recording is not there yet. */
export const RecordingWork = lazy(() =>
  untilLoaded(() => import('./recording-work.tsx')).then((module) => ({ default: module.RecordingWork })),
)
