import type { Paddle } from '@paddle/paddle-js'
import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { LoadError } from '../../ui/page/load-error.tsx'
import { ListSkeleton } from '../../ui/page/list-skeleton.tsx'
import * as texts from '../texts.ts'

/** The provider's script may be blocked, without any error. */
const loadTimeoutMs = 10_000
/** The form is put into the element with this class. */
const frameClass = 'kr-payment-frame'

type PaymentFormProps = {
  transactionId: string
  clientToken: string
  environment: 'production' | 'sandbox'
  onCompleted: () => void
}

/** The provider's form. Its script is loaded with the form, and from the provider's own site. */
export function PaymentForm({ transactionId, clientToken, environment, onCompleted }: PaymentFormProps) {
  const theme = useComputedColorScheme('light')
  const [state, setState] = useState<'loading' | 'open' | { error: string }>('loading')
  const complete = useEffectEvent(onCompleted)
  const themeNow = useEffectEvent(() => theme)

  useEffect(() => {
    let isClosed = false
    let paddle: Paddle | undefined
    const fail = (error: unknown) => {
      if (isClosed) return
      const message = error instanceof Error ? error.message : ''
      setState((now) => (now === 'open' ? now : { error: message || texts.failedToInitialize }))
    }
    const timer = setTimeout(() => fail(null), loadTimeoutMs)

    async function open(): Promise<void> {
      const { initializePaddle } = await import('@paddle/paddle-js')
      const found = await initializePaddle({
        version: 'v1',
        environment,
        token: clientToken,
        eventCallback: ({ name, detail }) => {
          if (isClosed) return
          if (name === 'checkout.completed') complete()
          else if (name === 'checkout.loaded') {
            clearTimeout(timer)
            setState('open')
          } else if (name === 'checkout.error') fail(new Error(detail))
        },
      })
      if (isClosed) return
      if (!found) throw new Error(texts.failedToInitialize)
      paddle = found
      found.Checkout.open({
        transactionId,
        settings: {
          displayMode: 'inline',
          frameTarget: frameClass,
          frameInitialHeight: 450,
          frameStyle: 'width: 100%; min-width: 288px; background-color: transparent; border: none;',
          theme: themeNow(),
          locale: 'en',
          allowLogout: false,
          variant: 'one-page',
          allowedPaymentMethods: ['google_pay', 'apple_pay', 'paypal', 'card'],
        },
      })
    }
    open().catch(fail)
    return () => {
      isClosed = true
      clearTimeout(timer)
      paddle?.Checkout.close()
    }
  }, [transactionId, clientToken, environment])

  return (
    <>
      {/* The library keeps a failed script for as long as the document. */}
      {typeof state === 'object' && <LoadError text={state.error} onRetry={() => location.reload()} />}
      {state === 'loading' && <ListSkeleton rows={5} height={56} label={texts.loadingPayment} />}
      <div
        className={frameClass}
        hidden={typeof state === 'object'}
        data-state={state === 'open' ? 'open' : undefined}
      />
    </>
  )
}
