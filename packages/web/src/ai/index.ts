export {
  AnswerPanel,
  NotesPreference,
  ProposalPanel,
  SmartNotesButton,
  SmartParagraphsButton,
  StructureOffer,
  TranslationStatus,
} from './ai.parts.ts'
export { useProposedParagraphs } from './paragraphs/use-proposed-paragraphs.ts'
export { useAiEnabled } from './ai.queries.ts'
export { useAssistant } from './use-assistant.ts'
export { TranslateCaptionsItem, TranslateNoteItem } from './translate/translate-items.tsx'
