export { readParagraphs } from '@knowreel/shared/video/paragraph-reading.ts'
