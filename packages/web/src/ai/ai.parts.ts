import { lazyComponent } from '../ui/lazy-components.tsx'

/** Lazy: part of no first view, and of no page where AI is off. */
export const AnswerPanel = lazyComponent(
  () => import('./answer/answer-panel.tsx').then((module) => module.AnswerPanel),
  null,
)

export const WriterPanel = lazyComponent(
  () => import('./writer/writer-panel.tsx').then((module) => module.WriterPanel),
  null,
)
