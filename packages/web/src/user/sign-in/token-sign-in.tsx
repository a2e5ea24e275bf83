import { useEffect, useState } from 'react'
import { Loader } from '@mantine/core'
import { ApiError } from '../../platform/api/api-error.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { AfterDelay } from '../../ui/page/skeleton.tsx'
import type { SignIn } from './use-sign-in.ts'
import { signInWithoutToken } from '../sign-in-url.ts'
import * as texts from '../texts.ts'
import styles from '../auth.module.css'

/** One exchange per token, however often the component mounts: the second would find it used. */
const startedTokens = new Set<string>()

/** Uses the token in the URL immediately. */
export function TokenSignIn({ token, signIn }: { token: string; signIn: SignIn }) {
  const [failure, setFailure] = useState<string | null>(null)
  const { start } = signIn
  useEffect(() => {
    if (startedTokens.has(token)) return
    startedTokens.add(token)
    start({ token }).catch((error: unknown) => {
      // Retrying is useless only after a refusal by the server.
      if (!(error instanceof ApiError) || error.status === null || error.status >= 500) startedTokens.delete(token)
      setFailure(error instanceof Error && error.message !== '' ? error.message : texts.connectionError)
    })
  }, [token, start])
  if (failure !== null)
    return (
      <div className={styles.form}>
        <div className={styles.intro} role="alert">
          <h1 className="kr-display">{texts.thisLinkDidntWork}</h1>
          <p className="kr-muted">{failure}.</p>
        </div>
        <LinkButton {...signInWithoutToken} size="md" variant="filled" fullWidth>
          {texts.goToSignIn}
        </LinkButton>
      </div>
    )
  return (
    <AfterDelay>
      <p role="status" className={styles.waiting}>
        <Loader size={18} />
        {texts.signingYouIn}
      </p>
    </AfterDelay>
  )
}
