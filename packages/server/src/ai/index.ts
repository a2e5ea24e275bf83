export { generationOf, openAi } from './open-ai.ts'
export type { ModelTimes as AiTimes } from './model/watchdog.ts'
export { sweepAiUsage } from './usage/sweep-ai-usage.job.ts'
