import { Button } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { GoogleMark } from './google-mark.tsx'
import { rememberParts } from './remembered-parts.ts'
import styles from '../auth.module.css'

type Provider = { id: string; name: string }

/** Links, not calls: the browser itself goes to the provider and comes back to `/login/social/{token}`. */
export function SocialButtons({ providers }: { providers: readonly Provider[] }) {
  const parts = useParams({ strict: false })
  return (
    <>
      <div className={styles.social}>
        {providers.map(({ id, name }) => (
          <Button
            key={id}
            component="a"
            href={`/api/login/${encodeURIComponent(id)}`}
            size="md"
            variant="default"
            fullWidth
            leftSection={id === 'google' ? <GoogleMark /> : <IconKey />}
            onClick={() => rememberParts(parts)}
          >
            Continue with {name}
          </Button>
        ))}
      </div>
      <p className={styles.or}>or</p>
    </>
  )
}
