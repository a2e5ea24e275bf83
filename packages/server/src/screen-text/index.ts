export { readScreenText, readUnreadRecordings } from './read-screen-text.job.ts'
