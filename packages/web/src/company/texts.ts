export const aboutTheCompany = 'About the company'
export const accountDeactivated = 'Account deactivated'
export const activePeople = 'Active people'
export const anAdministratorOfCompanyTitleCan = (companyTitle: string) =>
  `An administrator of ${companyTitle} can activate it again.`
export const anyoneWithLinkCanView =
  'Anyone with the link can view. Turning this off disables all public links in the company.'
export const apiKeys = 'API keys'
export const articles = 'Articles'
export const cancel = 'Cancel'
export const change = 'Change'
export const chooseAnImage = 'Choose an image'
export const close = 'Close'
export const companies = 'Companies'
export const companyDeactivated = 'Company deactivated'
export const companyLogo = 'Company logo'
export const companyName = 'Company name'
export const companyProfile = 'Company Profile'
export const companySuccessfullyUpdated = 'Company successfully updated'
export const companyTitleDoesNotAnswerYet = (companyTitle: string) => `${companyTitle} does not answer yet`
export const companyTitleHasNoActiveSubscription = (companyTitle: string) =>
  `${companyTitle} has no active subscription. Your data is safe. The owner can renew it.`
export const companyTitleIsDeactivated = (companyTitle: string) => `${companyTitle} is deactivated`
export const companyIsDeactivatedUntil = (companyTitle: string) =>
  `${companyTitle} is deactivated. Update the subscription to use it again.`
export const companyTitleIsReady = (companyTitle: string) => `${companyTitle} is ready`
export const contactPersonName = (personName: string) => `Contact ${personName}`
export const contactSupport = 'Contact support'
export const continueInAnotherCompany = 'Continue in another company'
export const createACompany = 'Create a company'
export const createANewCompany = 'Create a new company'
export const createCompany = 'Create company'
export const derivedFromTheName = 'derived from the name'
export const domainName = 'Domain name'
export const domainNameIsAvailable = (domainName: string) => `${domainName} is available`
export const domainNameIsNotAvailable = 'Domain name is not available'
export const logo = 'Logo'
export const noCompaniesFound = 'No companies found'
export const openingCompanyTitle = (companyTitle: string) => `Opening ${companyTitle}`
export const openItNow = 'Open it now'
export const owner = 'Owner'
export const partOfCompanysAddressIt = 'Part of the company’s address. It doesn’t change with the name.'
export const peopleCanUseApiKeys =
  'People can create keys for programs that act with their permissions. Turning this off disables all keys in the company.'
export const pleaseContactYourAdministrator = 'Please contact your administrator.'
export const pngOrJPEGUpTo = 'PNG or JPEG, up to 1 MB. You can also drop it here.'
export const preparingCompanyTitle = (companyTitle: string) => `Preparing ${companyTitle}`
export const publicLinksAndKeys = 'Public links and API keys'
export const remove = 'Remove'
export const saveChanges = 'Save changes'
export const searchCompanies = 'Search companies'
export const switchCompany = 'Switch company'
export const switchLabel = 'Switch'
export const temporarilyDeactivated = 'Temporarily deactivated'
export const theCompany = 'The company'
export const theCompanyHasBeenCreated =
  'The company has been created. New addresses can take up to an hour to work everywhere.'
export const theCompanyIsDeactivated = 'The company is deactivated'
export const theCompanysStatisticsCouldNot = 'The company’s statistics could not be loaded.'
export const theOwnerCanUpdateTheSubscription = 'The owner can update the subscription in the company settings.'
export const thisTakesAMoment = 'This takes a moment.'
export const waitingForDomainAttemptOf = (domain: string, attempt: number, attempts: number) =>
  `Waiting for ${domain}, ${attempt} of ${attempts}. You can close this and keep working.`
export const whoCanActivateIt = (supportContact: string | null) =>
  supportContact === null
    ? 'Only the operators of this installation can activate it again.'
    : 'Only support can activate it again.'
export const workspaces = 'Workspaces'
export const yourAccountHasBeenTemporarily = 'Your account has been temporarily deactivated.'
export const yourAccountIsDeactivated = 'Your account is deactivated'
export const youreNoLongerInCompany =
  'You’re no longer in a company. An administrator can activate or invite you again.'
