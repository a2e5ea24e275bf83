import { useEffect } from 'react'
import { useNavigate, useParams } from '@tanstack/react-router'
import { socialSignInErrorText } from '@knowreel/shared/user/social-sign-in.rules.ts'
import { plainSignIn } from './sign-in-url.ts'

/** Redirects to the sign-in page, which shows the error. */
export function SocialFailPage() {
  const { message } = useParams({ from: '/outside/guests/login/social-fail/$message' })
  const navigate = useNavigate()
  useEffect(() => {
    void navigate({
      ...plainSignIn,
      state: { notice: socialSignInErrorText(message) },
      replace: true,
    })
  }, [message, navigate])
  return null
}
