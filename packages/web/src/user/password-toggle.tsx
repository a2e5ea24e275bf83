import { IconEye, IconEyeOff } from '@tabler/icons-react'

/** The eye in a password field: reachable by keyboard, and named. */
export const passwordToggle = {
  visibilityToggleIcon: ({ reveal }: { reveal: boolean }) => (reveal ? <IconEyeOff /> : <IconEye />),
  visibilityToggleButtonProps: { 'aria-label': 'Show password', tabIndex: 0 },
}
