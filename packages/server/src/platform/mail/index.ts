export { layOutMail } from './mail-layout.ts'
export { createMailer } from './mailer.ts'
export { enqueueMail, sendMail } from './send-mail.job.ts'
