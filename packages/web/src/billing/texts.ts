import type { BillingInterval, TransactionStatus } from '@knowreel/shared/billing/billing.calls.ts'
import type { SubscriptionStatus } from '@knowreel/shared/company/company.calls.ts'

export const afterYouCancel = (date: string) => `After you cancel, everyone keeps access until ${date}.`
export const amount = 'Amount'
export const areYouSureToCancel =
  'Are you sure you want to cancel your subscription? You will lose access to paid features.'
export const backToKnowreel = 'Back to Knowreel'
export const billingCycle = 'Billing cycle'
export const billingHistory = 'Billing History'
export const cancelAnyTime = 'Cancel any time under Plan Details'
export const cancelSubscription = 'Cancel subscription'
export const cardEndingIn = (digits: string) => `Card ending in ${digits}`
export const changePaymentMethod = 'Change payment method'
export const changePlanTo = (plan: string) => `Change your plan to ${plan}?`
export const changeYourPlan = 'Change your plan'
export const checkout = 'Checkout'
export const chooseAPlan = 'Choose a plan'
export const confirm = 'Confirm'
export const contactUsAboutOnPremises = 'Contact us about on-premises installation'
export const cost = 'Cost'
export const costPerUser = 'Cost per user'
export const date = 'Date'
export const dayOf = (elapsed: number, total: number) => `Day ${elapsed} of ${total}`
export const downloadInvoice = 'Download invoice'
export const dueToday = 'Due today'
export const failedToInitialize = 'Failed to initialize Paddle'
export const forUsers = (total: string, users: number) => `${total} for ${usersCount(users)}`
export const invoice = 'Invoice'
export const invoiceActions = 'Invoice download'
export const keepSubscription = 'Keep subscription'
export const loadingPayment = 'Loading the payment form'
export const monthsFree = (months: number) => (months === 1 ? '1 month free' : `${months} months free`)
export const newestPaymentsShown = 'Only the newest 1,000 payments are shown.'
export const nextBillingDate = 'Next billing date'
export const nextPriceEstimate = 'Next price estimate'
export const noPaymentMethod = 'Added with the first payment.'
export const noPaymentsYet = 'No payments yet'
export const noPlans = 'There are no plans to choose from.'
export const checkAgain = 'Check again'
export const notAvailable = 'N/A'
export const openPlans = 'Open plans'
export const pagesOfPayments = 'Pages of payments'
export const pay = 'Pay'
export const payment = 'Payment'
export const paymentConfirming = 'Payment received. Your subscription is being confirmed.'
export const paymentConfirmingHelp = 'This takes a few seconds. The page continues when it’s done.'
export const paymentConfirmingSlowly =
  'This takes longer than usual. You don’t need to pay again, and you can close this page. Your company gets access as soon as the payment provider confirms the payment.'
export const paymentCycle = 'Payment cycle'
export const paymentFailed =
  'The last payment failed. Pay what is due or change the payment method to use Knowreel again.'
export const paymentMethod = 'Payment method'
export const perUser = (price: string) => `${price} per user`
export const plan = 'Plan'
export const planBenefits = 'Plan benefits'
export const planCycle = (plan: string, cycle: string) => `${plan}, ${cycle.toLowerCase()}`
export const planDetails = 'Plan Details'
export const planUpdated = 'Your plan is updated'
export const planUsage = 'Days of the billing period'
export const refresh = 'Refresh'
export const refunded = (money: string) => `${money} refunded`
export const resumeSubscription = 'Resume subscription'
export const resumeToChangeThePaymentMethod = 'Resume the subscription to change the payment method.'
export const seatAdded = (price: string) => `This adds one seat: ${price}`
export const seatAddedAfterTrial = (price: string) => `This adds one seat: ${price} after the trial`
export const setUpYourSubscription = 'Set up your subscription'
export const startAFreeTrial = 'Start a free trial'
export const status = 'Status'
export const subscriptionCanceled = 'The subscription is canceled'
export const subscriptionEndsOn = 'Subscription ends on'
export const subscriptionResumed = 'The subscription continues'
export const subtotal = (users: string, price: string) => `${users} × ${price}`
export const tax = 'Tax'
export const theDifferenceIsCharged = (total: string) =>
  `The new price is ${total}. The difference for this period is charged or credited now.`
export const theHistoryCouldNotBe = 'The billing history could not be loaded.'
export const thePaymentCouldNotBe = 'The payment could not be loaded.'
export const thePaymentMethodCouldNotBe = 'The payment method could not be loaded.'
export const thePlansCouldNotBe = 'The plans could not be loaded.'
export const theSubscriptionCouldNotBe = 'The subscription could not be loaded.'
export const theTrialContinues = (total: string) =>
  `The new price is ${total}. Nothing is charged during the free trial.`
export const thenPrice = (trial: string, price: string) => `${trial} free, then ${price}`
export const thereIsNoPayment = 'There’s nothing to pay here. Choose a plan first.'
export const thereIsNoSubscription = 'Your company has no subscription yet.'
export const today = 'today'
export const trial = 'Trial'
export const tryAgain = 'Try again'
export const update = 'Update'
export const updatePlan = 'Update plan'
export const updateYourPlan = 'Update your plan'
export const users = 'Users'
export const usersCount = (count: number) => (count === 1 ? '1 user' : `${count.toLocaleString('en')} users`)
export const wantToRunKnowreel = 'Want to run Knowreel on your own servers?'
export const yourCardDetails = 'Your card details go to the payment provider only.'

export const subscriptionStatuses: Readonly<Record<SubscriptionStatus, string>> = {
  active: 'Active',
  trialing: 'Free trial',
  past_due: 'Past due',
  paused: 'Paused',
  canceled: 'Canceled',
}

export const transactionStatuses: Readonly<Record<TransactionStatus, string>> = {
  draft: 'Draft',
  ready: 'Ready',
  billed: 'Billed',
  paid: 'Paid',
  completed: 'Completed',
  canceled: 'Canceled',
  past_due: 'Past due',
}

type Cycle = { readonly interval: BillingInterval; readonly frequency: number }

const cycleNames: Readonly<Record<BillingInterval, string>> = {
  day: 'Daily',
  week: 'Weekly',
  month: 'Monthly',
  year: 'Yearly',
}
const span = ({ interval, frequency }: Cycle) => (frequency === 1 ? `1 ${interval}` : `${frequency} ${interval}s`)

/** "Monthly", "Every 3 months". */
export const cycleName = (cycle: Cycle) => (cycle.frequency === 1 ? cycleNames[cycle.interval] : `Every ${span(cycle)}`)
/** "per month", "every 3 months". */
export const perCycle = (cycle: Cycle) => (cycle.frequency === 1 ? `per ${cycle.interval}` : `every ${span(cycle)}`)
/** "12.00 € a month", "12.00 € every 3 months". */
export const priceEach = (price: string, cycle: Cycle) =>
  cycle.frequency === 1 ? `${price} a ${cycle.interval}` : `${price} every ${span(cycle)}`
export const perUserPerCycle = (cycle: Cycle) => `per user ${perCycle(cycle)}`
export const pricePerCycle = (price: string, cycle: Cycle) => `${price} ${perCycle(cycle)}`
/** "14-day free trial". */
export const freeTrial = ({ interval, frequency }: Cycle) => `${frequency}-${interval} free trial`
/** "14 days". */
export const trialSpan = span
