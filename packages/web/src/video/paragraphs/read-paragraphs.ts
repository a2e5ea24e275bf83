export { paragraphsFromResponse } from '@knowreel/shared/video/paragraph/paragraph-conversion.ts'
