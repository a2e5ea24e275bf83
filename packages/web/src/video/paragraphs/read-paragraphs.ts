export { readParagraphs } from '@knowreel/shared/video/paragraph/paragraph-reading.ts'
