import { Button, TextInput } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { copyWithToast } from '../../ui/toast/copy-with-toast.ts'
import { DialogFooter } from '../../ui/dialog/dialog-footer.tsx'
import { useValidatedForm } from '../../ui/form/use-validated-form.ts'
import { FormError } from '../../ui/form/form-error.tsx'
import * as texts from './texts.ts'
import styles from './security.module.css'
import { useMemo } from 'react'
import { encode } from 'uqr'

type AuthenticatorStepProps = {
  secret: string
  address: string
  onCancel: () => void
  onCode: (code: string) => Promise<unknown>
}

const loadSchema = async () => ({
  safeParse: (values: unknown) =>
    /^\d{6}$/.test((values as { code: string }).code.replaceAll(/\s/g, ''))
      ? { success: true as const }
      : { success: false as const, error: { issues: [{ path: ['code'], message: texts.pleaseEnterTheSixDigits }] } },
})

/** In groups of four, for reading aloud. */
const groupCharacters = (secret: string) => secret.replaceAll(/(.{4})(?=.)/g, '$1 ')

export function AuthenticatorStep({ secret, address, onCancel, onCode }: AuthenticatorStepProps) {
  const form = useValidatedForm({
    initial: { code: '' },
    loadSchema,
    submit: ({ code }) => onCode(code.replaceAll(/\s/g, '')),
  })
  const copy = () => copyWithToast(secret, { copied: texts.theKeyIsCopied, notCopied: texts.cannotCopyTheKey })
  return (
    <form className={styles.step} onSubmit={form.onSubmit} noValidate>
      <ol className={styles.steps}>
        <li>
          <p>{texts.scanThisQRCodeWith}</p>
          <QrCode text={address} label={texts.qrCodeForYourAuthenticator} />
          <p className="kr-second kr-muted">{texts.orEnterThisKeyIn}</p>
          <div className={styles.secret}>
            <code>{groupCharacters(secret)}</code>
            <Button
              size="xs"
              variant="subtle"
              leftSection={<IconCopy className="kr-icon-16" />}
              onClick={() => void copy()}
            >
              {texts.copy}
            </Button>
          </div>
        </li>
        <li>
          <TextInput
            label={texts.enterSixDigitCodeFrom}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={8}
            autoFocus
            className={styles.code}
            value={form.values.code}
            onChange={(event) => form.setValue('code', event.currentTarget.value)}
            error={form.errors.code}
          />
        </li>
      </ol>
      <FormError>{form.formError}</FormError>
      <DialogFooter>
        <Button onClick={onCancel}>{texts.cancel}</Button>
        <Button type="submit" variant="filled" loading={form.isBusy}>
          {texts.turnOn}
        </Button>
      </DialogFooter>
    </form>
  )
}

/** Always dark on light: many cameras cannot read inverted codes. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const { data, size: modules } = encode(text, { ecc: 'M', border: 3 })
    const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    return { size: modules, path: squares.join('') }
  }, [text])
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  )
}
