export { layOutMail, type MailContent } from './mail-layout.ts'
export { createMailer, type Mail, type Mailer, type MailerOptions } from './mailer.ts'
export { enqueueMail, sendMail } from './send-mail.job.ts'
