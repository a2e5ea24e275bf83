export const atLeastMinimumCharactersSentence = (minimum: number) =>
  `At least ${minimum} characters. A sentence is fine.`
export const backToSignIn = 'Back to sign in'
export const checkYourEmail = 'Check your email'
export const email = 'Email'
export const hasAccountYoullReceiveLink =
  ' has an account, you’ll receive a link shortly. It works once and expires in an hour.'
export const ifLabel = 'If '
export const itHasExpiredOrWas = 'It has expired or was already used. Request a new one.'
export const newPassword = 'New password'
export const resetYourPassword = 'Reset your password'
export const saveAndSignIn = 'Save and sign in'
export const sendANewLink = 'Send a new link'
export const sendTheLink = 'Send the link'
export const setANewPassword = 'Set a new password'
export const thisLinkHasExpired = 'This link has expired'
export const thisSignsYouOutEverywhere = 'This signs you out everywhere else.'
export const wellEmailYouAReset = 'We’ll email you a reset link.'
