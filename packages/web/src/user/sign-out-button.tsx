import { Button } from '@mantine/core'
import { useLogOut } from './log-out.ts'
import * as texts from './texts.ts'

export function SignOutButton() {
  return <Button onClick={useLogOut()}>{texts.logOut}</Button>
}
