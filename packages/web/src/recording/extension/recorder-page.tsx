import { useState } from 'react'
import { Button } from '@mantine/core'
import { IconCheck, IconDownload, IconPlugConnected } from '@tabler/icons-react'
import { extensionAddress } from '@knowreel/shared/recorder/extension-channel.ts'
import { handleError } from '../../platform/api/handle-error.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { PageFrame } from '../../ui/page/page-frame.tsx'
import { useMe } from '../../user/index.ts'
import * as texts from '../texts.ts'
import { connectExtension } from './extension-channel.ts'
import { canInstallExtension, useIsExtensionOffered } from './extension-download.ts'
import { useExtension } from './extension-store.ts'
import styles from './recorder-page.module.css'

/** Installs the recorder extension, and connects it to this installation with one click. */
export function RecorderPage() {
  const me = useMe()
  const { presence, isConnected } = useExtension()
  const isOffered = useIsExtensionOffered()
  const companyId = me?.user.company?.id
  return (
    <PageFrame title={texts.recorderExtension}>
      <div className={styles.content}>
        <p className="kr-muted">{texts.extensionRecords}</p>
        {presence === 'present' ? (
          <section className={styles.card} aria-labelledby="recorder-connect">
            <h2 id="recorder-connect">{isConnected ? texts.extensionConnected : texts.connectExtension}</h2>
            <p className="kr-muted">
              {isConnected ? texts.openItInTheToolbar : texts.connectHint(me?.user.company?.title ?? '')}
            </p>
            {isConnected ? (
              <p className={styles.done} role="status">
                <IconCheck /> {texts.connectedTo(me?.user.company?.title ?? '')}
              </p>
            ) : (
              companyId !== undefined && <ConnectButton companyId={companyId} />
            )}
            <p className="kr-second kr-muted">
              {texts.disconnectAnyTime}{' '}
              <LinkButton to="/settings/profile" variant="subtle" size="compact-sm">
                {texts.signedInDevices}
              </LinkButton>
            </p>
          </section>
        ) : !canInstallExtension() ? (
          <p role="status">{texts.extensionNeedsChromium}</p>
        ) : (
          <section className={styles.card} aria-labelledby="recorder-install">
            <h2 id="recorder-install">{texts.installExtension}</h2>
            {isOffered ? (
              <>
                <ol className={styles.steps}>
                  <li>{texts.installStepDownload}</li>
                  <li>
                    {texts.installStepOpen} <code>{texts.extensionsAddress}</code>
                  </li>
                  <li>{texts.installStepLoad}</li>
                </ol>
                <Button component="a" href={extensionAddress} variant="filled" leftSection={<IconDownload />}>
                  {texts.downloadExtension}
                </Button>
              </>
            ) : (
              <p role="status">{texts.extensionNotOffered}</p>
            )}
          </section>
        )}
      </div>
    </PageFrame>
  )
}

function ConnectButton({ companyId }: { companyId: string }) {
  const [isBusy, setBusy] = useState(false)
  const connect = () => {
    setBusy(true)
    connectExtension(companyId)
      .catch(handleError)
      .finally(() => setBusy(false))
  }
  return (
    <Button variant="filled" leftSection={<IconPlugConnected />} loading={isBusy} onClick={connect}>
      {texts.connect}
    </Button>
  )
}
