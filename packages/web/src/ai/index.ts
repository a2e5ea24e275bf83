export { openAiImageDialog } from './ai.dialogs.ts'
export { AnswerPanel, WriterPanel } from './ai.parts.ts'
export { useAiEnabled, useAiStatus } from './ai.queries.ts'
