import { TextInput } from '@mantine/core'
import * as texts from './texts.ts'

type CodeForm = {
  readonly values: { readonly code: string }
  readonly errors: { readonly code?: string | undefined }
  readonly setValue: (field: 'code', value: string) => void
}

/** Shown below a password once the server has required it. */
export function SecondFactorField({ form }: { form: CodeForm }) {
  return (
    <TextInput
      label={texts.code}
      name="code"
      autoComplete="one-time-code"
      autoFocus
      description={texts.fromYourAuthenticatorAppOr}
      value={form.values.code}
      onChange={(event) => form.setValue('code', event.currentTarget.value)}
      error={form.errors.code}
    />
  )
}
