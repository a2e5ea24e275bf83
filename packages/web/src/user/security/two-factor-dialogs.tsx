import { useState } from 'react'
import { Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../platform/api/api.ts'
import type { DialogProps } from '../../ui/dialog/dialogs.ts'
import { showSuccess } from '../../ui/toast/toast.ts'
import { AppStep } from './app-step.tsx'
import { PasswordStep } from './password-step.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { twoFactorQuery } from './security.queries.ts'

type TwoFactorDialogProps = DialogProps & { hasPassword: boolean }

function useRefresh() {
  const queryClient = useQueryClient()
  return () => void queryClient.invalidateQueries({ queryKey: twoFactorQuery.queryKey })
}

/** Codes are shown once: neither Escape nor a click outside closes the dialog. */
const frame = (opened: boolean, onClose: () => void, hasCodes: boolean) => ({
  opened,
  onClose,
  closeOnEscape: !hasCodes,
  closeOnClickOutside: !hasCodes,
  withCloseButton: !hasCodes,
  closeButtonProps: { 'aria-label': 'Close' },
})

type Setup = { secret: string; address: string }

export function SetUpDialog({ opened, onClose, hasPassword }: TwoFactorDialogProps) {
  const [setup, setSetup] = useState<Setup | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const refresh = useRefresh()
  return (
    <Modal
      {...frame(opened, onClose, codes !== null)}
      title={codes === null ? 'Set up two-factor sign-in' : 'Save your recovery codes'}
    >
      {codes !== null ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : setup !== null ? (
        <AppStep
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
          text="You need an authenticator app, for example Google Authenticator, 1Password or Aegis."
          action="Continue"
          onCancel={onClose}
          onPassword={async (body) => setSetup(await api.twoFactor.start({ body }))}
        />
      )}
    </Modal>
  )
}

export function NewCodesDialog({ opened, onClose, hasPassword }: TwoFactorDialogProps) {
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const refresh = useRefresh()
  return (
    <Modal
      {...frame(opened, onClose, codes !== null)}
      title={codes === null ? 'New recovery codes' : 'Save your recovery codes'}
    >
      {codes !== null ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : (
        <PasswordStep
          hasPassword={hasPassword}
          text="This creates ten new codes. The old ones stop working."
          action="Create new codes"
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
  const refresh = useRefresh()
  return (
    <Modal {...frame(opened, onClose, false)} title="Turn off two-factor sign-in">
      <PasswordStep
        hasPassword={hasPassword}
        text="From then on your password alone signs you in. Your recovery codes stop working."
        action="Turn off"
        isDangerous
        onCancel={onClose}
        onPassword={async (body) => {
          await api.twoFactor.turnOff({ body })
          refresh()
          onClose()
          showSuccess('Two-factor sign-in is off')
        }}
      />
    </Modal>
  )
}
