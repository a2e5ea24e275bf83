export { SlackSection } from './slack-section.tsx'
export { useSlackResult } from './use-slack-result.ts'
