import { useRef, useState, type FormEvent } from 'react'
import { Button, Modal, TextInput } from '@mantine/core'
import type { DueRefund } from '@knowreel/shared/billing/billing-admin.calls.ts'
import { formatMoney } from '@knowreel/shared/billing/money.ts'
import { DialogFooter } from '../../ui/dialog/dialog-footer.tsx'
import type { DialogProps } from '../../ui/dialog/dialogs.ts'
import { showSuccess } from '../../ui/toast/toast.ts'
import { useDismissRefund } from '../admin.queries.ts'
import * as texts from './texts.ts'

/** Removes a payment from the list without refunding it. The audit log keeps the reason. */
export function DismissRefundDialog({ refund, opened, onClose }: DialogProps & { refund: DueRefund }) {
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const { mutate: dismiss, isPending } = useDismissRefund()
  const { transactionId, due } = refund

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim() === '') {
      setMissing(true)
      input.current?.focus()
      return
    }
    dismiss(
      { transactionId, reason },
      {
        onSuccess: () => {
          onClose()
          showSuccess(texts.refundDismissed)
        },
      },
    )
  }

  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={texts.dismissRefundQuestion(formatMoney(due))}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <form onSubmit={submit}>
        <p className="kr-muted">{texts.dismissRefundText(transactionId)}</p>
        <TextInput
          ref={input}
          mt="md"
          label={texts.reason}
          value={reason}
          error={isMissing && texts.enterAReason}
          maxLength={500}
          autoComplete="off"
          data-autofocus
          onChange={(event) => {
            setReason(event.currentTarget.value)
            setMissing(false)
          }}
        />
        <DialogFooter>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" variant="filled" loading={isPending}>
            {texts.dismissRefund}
          </Button>
        </DialogFooter>
      </form>
    </Modal>
  )
}
