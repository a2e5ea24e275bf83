import { lazy } from 'react'

/** Loaded when a recording is on its way. */
export const RecordingOnItsWay = lazy(() =>
  import('./recording-on-its-way.tsx').then((module) => ({ default: module.RecordingOnItsWay })),
)
/** Loaded when something of a recording is not there yet. */
export const RecordingWork = lazy(() =>
  import('./recording-work.tsx').then((module) => ({ default: module.RecordingWork })),
)
