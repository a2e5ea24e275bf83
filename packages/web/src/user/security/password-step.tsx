import { Button } from '@mantine/core'
import { DialogFooter } from '../../ui/dialog/dialog-footer.tsx'
import { useValidatedForm } from '../../ui/form/use-validated-form.ts'
import { FormError } from '../../ui/form/form-error.tsx'
import { PasswordField } from '../password-field.tsx'
import * as texts from './texts.ts'
import styles from './security.module.css'

type PasswordStepProps = {
  /** Without one, a recent sign-in is sufficient; the server reports if it is too old. */
  hasPassword: boolean
  text: string
  action: string
  isDangerous?: boolean
  onCancel: () => void
  onPassword: (body: { password?: string }) => Promise<unknown>
}

const loadAnySchema = async () => ({ safeParse: () => ({ success: true as const }) })

export function PasswordStep({ hasPassword, text, action, isDangerous, onCancel, onPassword }: PasswordStepProps) {
  const form = useValidatedForm({
    initial: { password: '' },
    loadSchema: loadAnySchema,
    submit: ({ password }) => onPassword(hasPassword ? { password } : {}),
  })
  return (
    <form className={styles.step} onSubmit={form.onSubmit} noValidate>
      <p className="kr-muted">{text}</p>
      {hasPassword && (
        <PasswordField
          label={texts.yourPassword}
          name="password"
          autoComplete="current-password"
          data-autofocus
          value={form.values.password}
          onChange={(event) => form.setValue('password', event.currentTarget.value)}
          error={form.errors.password}
        />
      )}
      <FormError>{form.formError}</FormError>
      <DialogFooter>
        <Button onClick={onCancel}>{texts.cancel}</Button>
        <Button type="submit" variant="filled" color={isDangerous ? 'red' : undefined} loading={form.isBusy}>
          {action}
        </Button>
      </DialogFooter>
    </form>
  )
}
