export const actionsForItem = (name: string) => `Actions for ${name}`
export const activate = 'Activate'
export const activateCompany = 'Activate company'
export const activated = 'Activated'
export const activeAndInvited = (active: string, invited: string) => `${active} active, ${invited} invited`
export const addedInDays = (count: string) => `${count} more in 30 days`
export const ai = 'AI'
export const aiEnabled = 'AI enabled'
export const aiEnabledAll = 'AI enabled: All'
export const aiEnabledQuestion = 'Ai enabled?'
export const aiHelp = 'Answers, smart paragraphs, smart notes and pictures'
export const aiIsOff = (title: string) => `AI is off for ${title}`
export const aiIsOn = (title: string) => `AI is on for ${title}`
export const application = 'Application'
export const appliesToEveryone = 'Applies to everyone in the company.'
export const attempts = 'Attempts'
export const archivedCount = (count: string) => `${count} archived`
export const auditLog = 'Audit log'
export const backOffice = 'Back office'
export const backToAllCompanies = 'Back to all Companies'
export const billing = 'Billing'
export const billingAll = 'Billing: All'
export const billingIsOff = (title: string) => `Billing is off for ${title}`
export const billingIsOn = (title: string) => `Billing is on for ${title}`
export const billingSection = 'BILLING'
export const byDay = (date: string, value: string) => `${date}: ${value}`
export const cancel = 'Cancel'
export const cleanUpStarted = 'Clean-up started'
export const cleanUpVideos = 'Clean-up videos'
export const cleanUpVideosQuestion = 'Clean up videos?'
export const cleanUpVideosText = 'This deletes video files that nothing uses any more. It runs in the background.'
export const clearFilters = 'Clear filters'
export const close = 'Close'
export const companies = 'Companies'
export const company = 'Company'
export const companyActivated = (title: string) => `${title} is activated`
export const companyDeactivated = (title: string) => `${title} is deactivated`
export const companyRemoved = (title: string) => `${title} is being removed`
export const companySections = 'Sections of the company'
export const createDomain = 'Create domain'
export const createDomainQuestion = (title: string) => `Create a domain for ${title}?`
export const createDomainText = (domain: string) => `The company gets the address ${domain}.`
export const dashboard = 'Dashboard'
export const deactivate = 'Deactivate'
export const deactivateCompany = 'Deactivate company'
export const deactivateCompanyText = 'Nobody in the company can work until it is activated again. Nothing is deleted.'
export const deactivateTitle = (title: string) => `Deactivate ${title}?`
export const deactivated = 'Deactivated'
export const deleteCompany = 'Delete Company'
export const deleteJob = 'Delete job'
export const deleteJobQuestion = (name: string) => `Delete ${name}?`
export const deleteJobText = 'The job and its log are removed. Its work is not undone.'
export const deleteLabel = 'Delete'
export const disableBilling = 'Disable billing'
export const disableBillingText =
  'The company’s subscription is canceled immediately and permanently, and nothing is refunded. Everyone can keep working, free of charge.'
export const disableBillingTitle = (title: string) => `Disable billing for ${title}?`
export const domainCreated = (domain: string) => `Domain ${domain} created`
export const email = 'Email'
export const enableBilling = 'Enable billing'
export const enableBillingText = 'Nobody in the company can work until the owner has chosen and paid for a plan.'
export const enableBillingTitle = (title: string) => `Enable billing for ${title}?`
export const endsOn = 'Ends on'
export const error = 'Error'
export const failedCount = (count: string) => `${count} failed`
export const failedToChangeUserStatus = 'Failed to change user status in company'
export const failedToRemoveUser = 'Failed to remove user from company'
export const features = 'Features'
export const firstName = 'First name'
export const generalInfo = 'GENERAL INFO'
export const hide = 'Hide'
export const inDays = (count: string) => `${count} in 30 days`
export const inputDoesntMatch = "Input value doesn't match the company name"
export const invited = 'Invited'
export const active = 'Active'
export const jobDeleted = 'Job deleted'
export const jobReset = 'Job reset'
export const jobs = 'Jobs'
export const jobsFailed = (count: number, shown: string, names: string) =>
  `${shown} ${count === 1 ? 'job' : 'jobs'} failed${names === '' ? '' : `: ${names}`}`
export const jobsPerDay = 'Jobs per day'
export const jobsTitle = (count: string, isEstimate: boolean) => `Jobs (${isEstimate ? '≈ ' : ''}${count})`
export const jobsRemoved = (count: number) => (count === 1 ? '1 done job removed' : `${count} done jobs removed`)
export const last30Days = 'last 30 days'
export const lastAttempt = 'Last attempt'
export const lastName = 'Last name'
export const lastTimeLoggedIn = 'Last time logged in'
export const loadingMore = 'Loading more companies'
export const login = 'Login'
export const logs = 'Logs'
export const name = 'Name'
export const needsAttention = 'Needs attention'
export const newestCompanies = 'Newest companies'
export const nextPayment = 'Next payment'
export const no = 'No'
export const noOwnerInformation = 'No owner information available.'
export const noEvents = 'No messages of the payment provider.'
export const noSubscription = 'This company has no subscription.'
export const nothingNeedsAttention = 'Nothing needs attention'
export const onlyTheFirstUsers = 'Only the first 1,000 users and 1,000 invitations, by name, are listed and searched.'
export const owner = 'Owner'
export const ownerHelp = 'Can change billing and transfer the company.'
export const moreJobsThanCounted = 'There are more jobs than these pages. A narrower search finds older ones.'
export const pagesOfJobs = 'Pages of jobs'
export const params = 'Params'
export const people = (count: string) => `${count} users`
export const plan = 'Plan'
export const recordingsAndNotes = (recordings: string, notes: string) => `${recordings} recordings, ${notes} notes`
export const recordingsPerDay = 'Recordings per day'
export const refresh = 'Refresh'
export const remove = 'Remove'
export const removeCompany = 'Delete company'
export const removeCompanyQuestion = (title: string) => `Delete ${title}?`
export const removeCompanyText =
  'All workspaces, articles, recordings and files of this company are deleted. People keep their accounts. This cannot be undone.'
export const removeDoneJobs = 'Remove done jobs'
export const removeDoneJobsQuestion = 'Remove all done jobs?'
export const removeDoneJobsText = 'Their logs are removed too. Their work is not undone.'
export const removeUser = 'Remove user'
export const removeUserQuestion = (name: string) => `Remove ${name}?`
export const removeUserText =
  'They are signed out of the company and lose access to it. Their articles stay; their workspaces pass to the owner.'
export const reset = 'Reset'
export const resetJob = 'Reset job'
export const resetJobQuestion = (name: string) => `Reset ${name}?`
export const resetJobText = 'It starts again now, from its first attempt.'
export const runningFor = (time: string) => `Running for ${time}`
export const searchCompanies = 'Search companies'
export const searchJobs = 'Search jobs'
export const searchUsers = 'Search users'
export const seats = 'Users paid for'
export const showAll = 'Show all'
export const showCheck = 'Show check'
export const showJobs = 'Show jobs'
export const signUpsPerDay = 'Sign-ups per day'
export const status = 'Status'
export const statusAll = 'Status: All'
export const storage = 'Storage'
export const storageUsage = 'Storage usage'
export const theCompaniesCouldNotBe = 'The companies could not be loaded.'
export const theCompanyCouldNotBe = 'The company could not be loaded.'
export const theDashboardCouldNotBe = 'The dashboard could not be loaded.'
export const theJobsCouldNotBe = 'The jobs could not be loaded.'
export const theOwnerCouldNotBe = 'The owner could not be loaded.'
export const theTotalsCouldNotBe = 'The totals could not be loaded.'
export const theUserIsActivatedSuccessfully = 'The user is activated successfully'
export const theUserIsDeactivatedSuccessfully = 'The user is deactivated successfully'
export const theUsersCouldNotBe = 'The users could not be loaded.'
export const nobodyIsInThisCompany = 'Nobody is in this company.'
export const thereAreNoMatchingResults = 'There are no matching results'
export const today = 'Today'
export const totalArticles = 'Total Articles'
export const totalCompanies = 'Total Companies'
export const totalUsers = 'Total Users'
export const totalWorkspaces = 'Total Workspaces'
export const tryAgain = 'Try again'
export const typeToConfirm = (title: string) => `Type ${title} to confirm`
export const userRemoved = 'User successfully removed'
export const users = 'Users'
export const usersList = 'Users list'
export const usersSection = 'USERS'
export const workspaces = 'Workspaces'
export const yes = 'Yes'
export const you = ' (you)'
export const youDontHaveAnyCompanies = "You don't have any companies yet."
export const youDontHaveAnyJobs = "You don't have any jobs yet."
export const aSecondSubscription =
  'This company has another subscription that is not canceled. Cancel one of them at the payment provider.'
export const cost = 'Cost'
export const event = 'Event'
export const eventReplayed = 'Event replayed'
export const lastEvents = 'Last events'
export const occurredAt = 'Time'
export const outcome = 'Outcome'
export const perUser = (cost: string) => `${cost} per user`
export const replay = 'Replay'
export const subject = 'Subject'
export const theBillingCouldNotBe = 'The billing of this company could not be loaded.'
export const checking = (done: number, all: number) => `Checking: ${done} of ${all} done`
export const checksPassed = (ok: number, all: number) => `${ok} of ${all} checks passed.`
const countWarnings = (count: number) => (count === 1 ? '1 warning' : `${count} warnings`)
export const checkSummary = (failed: number, warnings: number) => {
  const warned = countWarnings(warnings)
  if (failed === 0) return warnings === 0 ? 'Everything works' : warned
  return warnings === 0 ? `${failed} failed` : `${failed} failed, ${warned}`
}
export const clockOfThisBrowser = 'Clock of this browser'
export const connectionsOfThisBrowser = 'Live connections of this browser'
export const copyLinesFor = (label: string) => `Copy lines for ${label}`
export const copyReport = 'Copy report'
export const couldNotCopy = 'The browser does not allow copying'
export const failed = 'Failed'
export const inProgress = 'In progress'
export const lastRun = 'Last run'
export const linesCopied = 'Lines copied'
export const meter = (ok: number, warnings: number, failed: number) =>
  `${ok} passed, ${countWarnings(warnings)}, ${failed} failed`
export const milliseconds = (count: number) => `${count} ms`
export const moreCompaniesCouldNotBe = 'More companies could not be loaded.'
export const noWebSocketReachesThisBrowser = 'No WebSocket reaches this browser'
export const notSetUp = 'Not set up'
export const passed = 'Passed'
export const reportCopied = 'Report copied'
export const runAgain = 'Run again'
export const runCheck = 'Run check'
export const seconds = (count: string) => `${count} s`
export const secondsFromTheServer = (count: string) => `${count} s from the server`
export const setTheClock =
  'Turn on automatic time on this computer, and time synchronization on the server. Signing in with two factors needs the right time.'
export const systemCheck = 'System check'
export const systemCheckHelp =
  'Check the database, file storage, email, the proxy, disk space and other parts of this installation. Nothing is changed and no email is sent.'
export const theSystemCheckCouldNotBe = 'The system check could not be loaded.'
export const toChange = 'To change'
export const warning = 'Warning'
export const webSocketsReachThisBrowser = 'WebSockets reach this browser'
export const whatToChange = 'What to change'
