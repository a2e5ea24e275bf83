export const addAPhoto = 'Add a photo'
export const aNewPasswordSignsYou = 'A new password signs you out everywhere else.'
export const atLeastMinimumCharacters = (minimum: number) => `At least ${minimum} characters`
export const birthDate = 'Birth date'
export const changePhoto = 'Change photo'
export const confirmNewPassword = 'Confirm new password'
export const currentPassword = 'Current password'
export const discard = 'Discard'
export const emailAddress = 'Email address'
export const emailMeALink = 'Email me a link'
export const firstName = 'First name'
export const jobTitle = 'Job title'
export const keepTheOldAddress = 'Keep the old address'
export const lastName = 'Last name'
export const loadingYourProfile = 'Loading your profile'
export const newPassword = 'New password'
export const notSavedYet = 'Not saved yet'
export const organization = 'Organization'
export const password = 'Password'
export const personalProfile = 'Personal Profile'
export const photo = 'Photo'
export const photoFile = 'Photo file'
export const pleaseConfirmYourEmailOpen = (email: string) =>
  `Please confirm your email: open the link we sent to ${email}.`
export const pngOrJPEGUpTo = 'PNG or JPEG, up to 3 MB. You can also drop an image here.'
export const remove = 'Remove'
export const requiresYourCurrentPasswordWell = 'Requires your current password. We’ll email a link to the new address.'
export const saveChanges = 'Save changes'
export const sendAgain = 'Send again'
export const theEmailWasSentAgain = 'The email was sent again'
export const theImageCouldNotBe = 'The image could not be read'
export const untilYouOpenLinkWe = (pendingEmail: string, email: string) =>
  `Until you open the link we sent to ${pendingEmail}, your email stays ${email}.`
export const weSentLinkToEmail = (email: string) => `We sent a link to ${email}. It works for an hour.`
export const yourEmailIsConfirmed = 'Your email is confirmed'
export const yourProfileCouldNotBe = 'Your profile could not be loaded.'
export const yourProfileWasSuccessfullyUpdated = 'Your profile was successfully updated!'
export const youSignInWithAnother =
  'You sign in with another provider. To set a password as well, request a link by email.'
