import { useState } from 'react'
import { useParams } from '@tanstack/react-router'
import { SignInSteps } from './sign-in-page.tsx'
import { consumeRememberedSignInParams } from './sign-in/remembered-sign-in-params.ts'

/** Return from an identity provider, with a one-use token. */
export function SocialSignInPage() {
  const { token } = useParams({ from: '/outside/login/social/$token' })
  const [parts] = useState(consumeRememberedSignInParams)
  return <SignInSteps token={token} params={parts} />
}
