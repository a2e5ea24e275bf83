export { isSharedByName, type ShareeFacts } from './named-sharee.ts'
