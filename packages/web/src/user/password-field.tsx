import type { ComponentProps } from 'react'
import { PasswordInput } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import * as texts from './texts.ts'

/** With a labelled visibility toggle that the keyboard reaches. */
export function PasswordField(props: ComponentProps<typeof PasswordInput>) {
  return (
    <PasswordInput
      {...props}
      // Unlike other fields, this one does not set it.
      aria-invalid={Boolean(props.error) || undefined}
      visibilityToggleIcon={({ reveal }) => (reveal ? <IconEyeOff /> : <IconEye />)}
      visibilityToggleButtonProps={{ 'aria-label': texts.showPassword, tabIndex: 0 }}
    />
  )
}
