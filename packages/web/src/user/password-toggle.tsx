import { IconEye, IconEyeOff } from '@tabler/icons-react'
import * as texts from './texts.ts'

/** The visibility toggle of a password field: keyboard-accessible and labelled. */
export const passwordToggle = {
  visibilityToggleIcon: ({ reveal }: { reveal: boolean }) => (reveal ? <IconEyeOff /> : <IconEye />),
  visibilityToggleButtonProps: { 'aria-label': texts.showPassword, tabIndex: 0 },
}
