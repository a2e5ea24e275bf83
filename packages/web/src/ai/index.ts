export { AnswerPanel } from './ai.parts.ts'
export { useAiEnabled } from './ai.queries.ts'
export { useAssistant } from './use-assistant.ts'
