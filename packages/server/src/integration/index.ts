export { openSlack } from './open-slack.ts'
export { postToSlack } from './post-to-slack.job.ts'
export { unfurlSlackLinks } from './unfurl-slack-links.job.ts'
