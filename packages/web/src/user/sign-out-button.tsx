import { Button } from '@mantine/core'
import { useLogOut } from './end-session.ts'

export function SignOutButton() {
  return <Button onClick={useLogOut()}>Log Out</Button>
}
