import { useMutation } from '@tanstack/react-query'
import { api } from '../platform/api/api.ts'

type Source = { priceId: string } | { subscriptionId: string }

/** Opens the checkout page: to begin a subscription with a price, or to change how a subscription is paid. */
export function useOpenCheckout() {
  return useMutation({
    mutationFn: (source: Source) =>
      'priceId' in source
        ? api.billing.createTransaction({ body: source })
        : api.billing.updatePayment({ params: { id: source.subscriptionId } }),
    // A new document: only the policy of the checkout page allows the provider's script.
    onSuccess: ({ transactionId }) => location.assign(`/checkout?transactionId=${encodeURIComponent(transactionId)}`),
  })
}
