export { deliverMail, type MailDelivery } from './deliver-mail.ts'
export { renderMail } from './mail-layout.ts'
export { createMailer, type CheckableMailer, type MailerOptions } from './mailer.ts'
export { enqueueMail, sendMail } from './send-mail.job.ts'
