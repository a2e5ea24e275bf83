import { useState } from 'react'
import { Button, CloseButton } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { readSetting, writeSetting } from '../../platform/browser-storage.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { Logo } from '../../ui/identity/logo.tsx'
import { useNarrow } from '../../ui/use-breakpoints.ts'
import * as texts from '../texts.ts'
import { useExtension } from './extension-store.ts'
import { canInstallExtension, useIsExtensionOffered } from './extension-download.ts'
import styles from './extension-banner.module.css'

const dismissedKey = 'knowreel.recorder-banner'
/** Where nothing is below it; elsewhere people read and write. */
const pages: ReadonlySet<string> = new Set(['/', '/workspaces', '/drafts'])

/** Asks people to install the extension, until they do or decline. */
export function ExtensionBanner() {
  const { presence } = useExtension()
  const pathname = useLocation({ select: (location) => location.pathname })
  const isNarrow = useNarrow()
  const [isDismissed, setDismissed] = useState(() => readSetting(dismissedKey) !== null)
  const isWanted = presence === 'absent' && !isDismissed && !isNarrow && pages.has(pathname) && canInstallExtension()
  const isOffered = useIsExtensionOffered(isWanted)
  if (!isWanted || !isOffered) return null
  const dismiss = () => {
    writeSetting(dismissedKey, 'dismissed')
    setDismissed(true)
  }
  return (
    <aside className={styles.banner} aria-label={texts.recordAnyTab}>
      <Logo />
      <div>
        <h2>{texts.recordAnyTab}</h2>
        <p>{texts.extensionAdds}</p>
        <div className={styles.buttons}>
          <LinkButton to="/recorder" variant="filled" color="dark">
            {texts.installExtension}
          </LinkButton>
          <Button variant="subtle" color="gray" onClick={dismiss}>
            {texts.notNow}
          </Button>
        </div>
      </div>
      <CloseButton aria-label={texts.close} onClick={dismiss} />
    </aside>
  )
}
