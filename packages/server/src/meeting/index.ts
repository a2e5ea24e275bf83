export { meetingRoutes } from './meeting.routes.ts'
export { sweepMeetings } from './state/sweep-meetings.job.ts'
