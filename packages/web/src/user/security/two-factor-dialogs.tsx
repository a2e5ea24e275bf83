import { useState } from 'react'
import { Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../platform/api/api.ts'
import type { DialogProps } from '../../ui/dialog/dialogs.ts'
import { showSuccess } from '../../ui/toast/toast.ts'
import { AuthenticatorStep } from './authenticator-step.tsx'
import { PasswordStep } from './password-step.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { twoFactorQuery } from './security.queries.ts'
import * as texts from './texts.ts'

type TwoFactorDialogProps = DialogProps & { hasPassword: boolean }

function useRefreshTwoFactor() {
  const queryClient = useQueryClient()
  return () => void queryClient.invalidateQueries({ queryKey: twoFactorQuery.queryKey })
}

/** Codes are shown once: neither Escape nor a click outside closes the dialog. */
const modalProps = (opened: boolean, onClose: () => void, hasCodes: boolean) => ({
  opened,
  onClose,
  closeOnEscape: !hasCodes,
  closeOnClickOutside: !hasCodes,
  withCloseButton: !hasCodes,
  closeButtonProps: { 'aria-label': texts.close },
})

type Setup = { secret: string; address: string }

export function SetUpDialog({ opened, onClose, hasPassword }: TwoFactorDialogProps) {
  const [setup, setSetup] = useState<Setup | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const refresh = useRefreshTwoFactor()
  return (
    <Modal
      {...modalProps(opened, onClose, codes !== null)}
      title={codes === null ? texts.setUpTwoFactorSign : texts.saveYourRecoveryCodes}
    >
      {codes !== null ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : setup !== null ? (
        <AuthenticatorStep
          {...setup}
          onCancel={onClose}
          onCode={async (code) => {
            const { recoveryCodes } = await api.twoFactor.confirm({ body: { code } })
            setCodes(recoveryCodes)
            refresh()
          }}
        />
      ) : (
        <PasswordStep
          hasPassword={hasPassword}
          text={texts.youNeedAuthenticatorAppFor}
          action={texts.continueLabel}
          onCancel={onClose}
          onPassword={async (body) => setSetup(await api.twoFactor.start({ body }))}
        />
      )}
    </Modal>
  )
}

export function NewCodesDialog({ opened, onClose, hasPassword }: TwoFactorDialogProps) {
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const refresh = useRefreshTwoFactor()
  return (
    <Modal
      {...modalProps(opened, onClose, codes !== null)}
      title={codes === null ? texts.newRecoveryCodes : texts.saveYourRecoveryCodes}
    >
      {codes !== null ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : (
        <PasswordStep
          hasPassword={hasPassword}
          text={texts.thisCreatesTenNewCodes}
          action={texts.createNewCodes}
          onCancel={onClose}
          onPassword={async (body) => {
            const { recoveryCodes } = await api.twoFactor.renewRecoveryCodes({ body })
            setCodes(recoveryCodes)
            refresh()
          }}
        />
      )}
    </Modal>
  )
}

export function TurnOffDialog({ opened, onClose, hasPassword }: TwoFactorDialogProps) {
  const refresh = useRefreshTwoFactor()
  return (
    <Modal {...modalProps(opened, onClose, false)} title={texts.turnOffTwoFactorSign}>
      <PasswordStep
        hasPassword={hasPassword}
        text={texts.fromThenOnYourPassword}
        action={texts.turnOff}
        isDangerous
        onCancel={onClose}
        onPassword={async (body) => {
          await api.twoFactor.turnOff({ body })
          refresh()
          onClose()
          showSuccess(texts.twoFactorSignInIs)
        }}
      />
    </Modal>
  )
}
