/** Emails to people who are added to a company. The layout escapes names and titles. */
import { invitationLifetimeDays } from '@knowreel/shared/company/company-user.rules.ts'
import { fullName } from '@knowreel/shared/user/user.rules.ts'
import { renderMail } from '../platform/mail/index.ts'

type MailPerson = { readonly email: string; readonly firstName: string; readonly lastName: string }
type MailInput = {
  readonly to: MailPerson
  readonly from: MailPerson
  readonly companyTitle: string
  readonly url: string
}

const subjectLength = 200
const shortenSubject = (text: string) =>
  text.length > subjectLength ? `${text.slice(0, subjectLength - 1).toWellFormed()}…` : text

const greeting = ({ firstName }: MailPerson) => (firstName === '' ? 'Hello,' : `Hello ${firstName},`)

export function invitationMail({ to, from, companyTitle, url }: MailInput) {
  const inviter = fullName(from)
  return {
    to: to.email,
    subject: shortenSubject(`${inviter} invites you to ${companyTitle}`),
    ...renderMail({
      title: `Join ${companyTitle} on Knowreel`,
      paragraphs: [
        greeting(to),
        `${inviter} (${from.email}) invites you to ${companyTitle}, where the team shares recordings and notes.`,
        `The invitation is for ${to.email}, valid for ${invitationLifetimeDays} days, and can be used once.`,
      ],
      action: { label: 'Accept the invitation', url },
      footer: `${inviter} gave us your address for this invitation. If you don’t know them, you can ignore this email.`,
    }),
  }
}

/** For an account created by an administrator. Without a password, the link sets one. */
export function newAccountMail({
  to,
  from,
  companyTitle,
  url,
  hasPassword,
}: MailInput & { readonly hasPassword: boolean }) {
  const maker = fullName(from)
  return {
    to: to.email,
    subject: shortenSubject(`Your account at ${companyTitle}`),
    ...renderMail({
      title: `Your account at ${companyTitle}`,
      paragraphs: [
        greeting(to),
        `${maker} (${from.email}) created an account for you at ${companyTitle}, where the team shares recordings and notes. Sign in as ${to.email}.`,
        hasPassword
          ? `${maker} chose your first password and can give it to you. Change it in your profile after signing in.`
          : `Choose a password to get started. The link is valid for ${invitationLifetimeDays} days and can be used once.`,
      ],
      action: { label: hasPassword ? 'Sign in' : 'Choose a password', url },
      footer: `You receive this email because ${maker} entered your address at ${companyTitle}.`,
    }),
  }
}
