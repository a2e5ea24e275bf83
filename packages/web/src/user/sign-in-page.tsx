import { lazy, Suspense } from 'react'
import { useLocation, useNavigate, useParams } from '@tanstack/react-router'
import { usePageTitle } from '../ui/page/page-title.ts'
import { AuthFrame } from './auth-frame.tsx'
import { readSegment, signInWithoutToken, type SignInParams } from './sign-in-url.ts'
import { PasswordForm } from './sign-in/password-form.tsx'
import { useSignIn } from './sign-in/use-sign-in.ts'
import * as texts from './texts.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The reason for the redirect to the sign-in page. */
    notice?: string
  }
}

const SecondFactorForm = lazy(() =>
  import('./sign-in/second-factor-form.tsx').then((module) => ({ default: module.SecondFactorForm })),
)
const TokenSignIn = lazy(() =>
  import('./sign-in/token-sign-in.tsx').then((module) => ({ default: module.TokenSignIn })),
)

export function SignInPage() {
  const { token, ...parts } = useParams({ strict: false })
  return <SignInSteps key={token ?? ''} token={readSegment(token)} params={parts} />
}

/** Both a password and a token can require the second factor. */
export function SignInSteps({ token, params }: { token: string | null; params: SignInParams }) {
  usePageTitle(texts.signIn)
  const signIn = useSignIn(params)
  const navigate = useNavigate()
  // A refused or used token cannot be used again.
  const startAgain = token === null ? signIn.startAgain : () => void navigate({ ...signInWithoutToken, replace: true })
  const notice = useLocation({ select: ({ state }) => state.notice })
  return (
    <AuthFrame>
      <Suspense fallback={null}>
        {signIn.needsSecondFactor ? (
          <SecondFactorForm onCode={signIn.finish} onStartAgain={startAgain} />
        ) : token === null ? (
          <PasswordForm signIn={signIn} notice={notice} />
        ) : (
          <TokenSignIn token={token} signIn={signIn} />
        )}
      </Suspense>
    </AuthFrame>
  )
}
