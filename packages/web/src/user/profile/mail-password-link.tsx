import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../platform/api/api.ts'

/** For who signs in with another account: the mailbox proves who they are. */
export function MailPasswordLink({ email }: { email: string }) {
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: () => api.account.requestPasswordReset({ body: { email } }),
  })
  return (
    <>
      <p className="kr-second kr-muted">
        {isSuccess
          ? `We sent a link to ${email}. It works for an hour.`
          : 'You sign in with another account. To have a password as well, let us mail you a link.'}
      </p>
      {!isSuccess && (
        <div>
          <Button loading={isPending} onClick={() => mutate()}>
            Mail me a link
          </Button>
        </div>
      )}
    </>
  )
}
