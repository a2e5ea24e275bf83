import { useEffect } from 'react'
import { useNavigate, useParams } from '@tanstack/react-router'
import { socialFailureText } from '@knowreel/shared/user/social-sign-in.rules.ts'

/** Leads to the sign-in page, which says what happened. */
export function SocialFailPage() {
  const { message } = useParams({ from: '/outside/guests/login/social-fail/$message' })
  const navigate = useNavigate()
  useEffect(() => {
    void navigate({
      to: '/login/{-$token}/{-$articleId}/{-$companyId}/{-$destination}',
      state: { notice: socialFailureText(message) },
      replace: true,
    })
  }, [message, navigate])
  return null
}
