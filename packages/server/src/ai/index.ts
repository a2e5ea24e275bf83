export { generationOf, openAi } from './open-ai.ts'
export { structureRecording } from './automatic/structure-recording.job.ts'
export type { ModelTimes as AiTimes } from './model/watchdog.ts'
export { sweepAiUsage } from './usage/sweep-ai-usage.job.ts'
