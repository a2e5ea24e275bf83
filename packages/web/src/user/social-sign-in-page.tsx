import { useState } from 'react'
import { useParams } from '@tanstack/react-router'
import { SignInSteps } from './sign-in-page.tsx'
import { takeRememberedParts } from './sign-in/remembered-parts.ts'

/** Back from a provider of identities, with a token that works once. */
export function SocialSignInPage() {
  const { token } = useParams({ from: '/outside/login/social/$token' })
  const [parts] = useState(takeRememberedParts)
  return <SignInSteps token={token} parts={parts} />
}
