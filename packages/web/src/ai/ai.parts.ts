import { lazyComponent, lazyWhenIdle } from '../ui/lazy-components.tsx'

/** Lazy: part of no first view, and of no page where AI is off. */
export const AnswerPanel = lazyComponent(
  () => import('./answer/answer-panel.tsx').then((module) => module.AnswerPanel),
  null,
)

export const ProposalPanel = lazyComponent(() =>
  import('./paragraphs/proposal-panel.tsx').then((module) => module.ProposalPanel),
)

/** Once the page is idle. */
export const SmartParagraphsButton = lazyWhenIdle(() =>
  import('./paragraphs/smart-paragraphs-button.tsx').then((module) => module.SmartParagraphsButton),
)

export const StructureOffer = lazyWhenIdle(() =>
  import('./paragraphs/structure-offer.tsx').then((module) => module.StructureOffer),
)

export const SmartNotesButton = lazyWhenIdle(() =>
  import('./notes/smart-notes-button.tsx').then((module) => module.SmartNotesButton),
)

export const TranslationStatus = lazyWhenIdle(() =>
  import('./translate/translation-status.tsx').then((module) => module.TranslationStatus),
)

export const NotesPreference = lazyComponent(
  () => import('./settings/notes-preference.tsx').then((module) => module.NotesPreference),
  null,
)

export const WriterPanel = lazyComponent(
  () => import('./writer/writer-panel.tsx').then((module) => module.WriterPanel),
  null,
)
