export { meetingsCountQuery } from './meetings-count.query.ts'
