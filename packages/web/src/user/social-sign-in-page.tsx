import { useState } from 'react'
import { useParams } from '@tanstack/react-router'
import { SignInSteps } from './sign-in-page.tsx'
import { takeRememberedParts } from './sign-in/remembered-parts.ts'

/** Return from an identity provider, with a one-use token. */
export function SocialSignInPage() {
  const { token } = useParams({ from: '/outside/login/social/$token' })
  const [parts] = useState(takeRememberedParts)
  return <SignInSteps token={token} parts={parts} />
}
