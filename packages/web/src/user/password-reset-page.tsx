import { useParams } from '@tanstack/react-router'
import { usePageTitle } from '../ui/page/page-title.ts'
import { AuthFrame } from './auth-frame.tsx'
import { NewPasswordForm } from './reset/new-password-form.tsx'
import { ResetRequest } from './reset/reset-request.tsx'
import * as texts from './texts.ts'

/** With the token of an email, sets the new password; without, sends that email. */
export function PasswordResetPage() {
  usePageTitle(texts.resetYourPassword)
  const { token } = useParams({ strict: false })
  return <AuthFrame>{token === undefined ? <ResetRequest /> : <NewPasswordForm key={token} token={token} />}</AuthFrame>
}
