import { IconEye, IconEyeOff } from '@tabler/icons-react'

/** The visibility toggle of a password field: keyboard-accessible and labelled. */
export const passwordToggle = {
  visibilityToggleIcon: ({ reveal }: { reveal: boolean }) => (reveal ? <IconEyeOff /> : <IconEye />),
  visibilityToggleButtonProps: { 'aria-label': 'Show password', tabIndex: 0 },
}
