export { deliverMail, type MailDelivery } from './deliver-mail.ts'
export { layOutMail } from './mail-layout.ts'
export { createMailer } from './mailer.ts'
export { enqueueMail, sendMail } from './send-mail.job.ts'
