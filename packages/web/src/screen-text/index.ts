import { lazyComponent } from '../ui/lazy-components.tsx'

export type { FrameSource, TextDetection } from './text-detection.ts'
export { useDetectionIsOn, useTextDetection } from './use-text-detection.ts'

/** Over the picture of a player, while text is detected. */
export const DetectionLayer = lazyComponent(
  () => import('./detection-layer.tsx').then((module) => module.DetectionLayer),
  null,
)
/** The texts of the frame. */
export const DetectionPanel = lazyComponent(
  () => import('./detection-panel.tsx').then((module) => module.DetectionPanel),
  null,
)
