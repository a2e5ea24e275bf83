import '../ui/style/mantine-parts.css'
import '../ui/style/parts.css'
import { useState, type FormEvent } from 'react'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { sharePasswordLimits } from '@knowreel/shared/share/share.limits.ts'
import { api } from '../platform/api/api.ts'
import { ApiError } from '../platform/api/api-error.ts'
import { Logo } from '../ui/identity/logo.tsx'
import { PageMain } from '../ui/page/page-frame.tsx'
import { usePageTitle } from '../ui/page/page-title.ts'
import { PasswordField } from '../user/index.ts'
import type { OpenedLink } from '../share/index.ts'
import { storePass } from './link-pass.ts'
import { isNotFound, sharedPageKey } from './shared-page.queries.ts'
import * as texts from './texts.ts'
import styles from './shared-page.module.css'

/** Shown before anything of the article, even its title or company. */
export function LinkPassword({ link }: { link: OpenedLink }) {
  usePageTitle(texts.password)
  const queryClient = useQueryClient()
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const field = event.currentTarget.elements.namedItem('password')
    if (isBusy) return
    setBusy(true)
    try {
      const { pass } = await api.sharedBrowse.unlock({ params: { token: link.token }, body: { password } })
      storePass(link.token, pass)
      await queryClient.resetQueries({ queryKey: sharedPageKey(link) })
    } catch (refusal) {
      if (isNotFound(refusal)) await queryClient.resetQueries({ queryKey: sharedPageKey(link) })
      setError(refusal instanceof ApiError ? refusal.message : texts.connectionError)
      setBusy(false)
      if (field instanceof HTMLElement) field.focus()
    }
  }

  return (
    <div className={styles.frame}>
      <header className={styles.header}>
        <Logo />
      </header>
      <div className={styles.content}>
        <PageMain>
          <form className={styles.password} onSubmit={(event) => void submit(event)} noValidate>
            <h1 className="kr-display">{texts.password}</h1>
            <p className="kr-muted">{texts.thisLinkRequiresPasswordAsk}</p>
            <PasswordField
              label={texts.linkPassword}
              name="password"
              autoComplete="off"
              size="md"
              autoFocus
              maxLength={sharePasswordLimits.maximum}
              value={password}
              onChange={(event) => {
                setPassword(event.currentTarget.value)
                setError(null)
              }}
              error={error}
            />
            <Button type="submit" variant="filled" size="md" fullWidth loading={isBusy} disabled={password === ''}>
              {texts.open}
            </Button>
          </form>
        </PageMain>
      </div>
    </div>
  )
}
