export const accountSuccessfullyDeleted = 'Account successfully deleted'
export const aCompanyHasOneOwner = (name: string, company: string) =>
  `A company has one owner. You become an administrator, and only ${name} can transfer ${company} back to you.`
export const actionsForItem = (item: string) => `Actions for ${item}`
export const activate = 'Activate'
export const active = 'Active'
export const address = 'Address'
export const addressCount = (count: number, invalidCount: number) =>
  `${count} addresses${invalidCount > 0 ? `, ${invalidCount} invalid` : ''}`
export const anyoneWithThisLinkCan = (email: string) =>
  `Anyone with this link can join as ${email}. You won’t see it again.`
export const cancel = 'Cancel'
export const cannotCopyLink = 'Cannot copy link'
export const cannotCopyTheEmail = 'Cannot copy the email'
export const canViewAndEditWhere = 'Can view, and edit where a workspace allows it'
export const changeTheOthers = 'Change the others'
export const clearFilters = 'Clear filters'
export const close = 'Close'
export const confirm = 'Confirm'
export const copied = 'Copied'
export const copy = 'Copy'
export const copyAllLinks = 'Copy all links'
export const copyANewLink = 'Copy a new link'
export const copyEmail = 'Copy email'
export const copyLinkFor = (email: string) => `Copy the link for ${email}`
export const correctMarkedAddresses = 'Correct or remove the marked addresses'
export const createAUser = 'Create a user'
export const deactivate = 'Deactivate'
export const deactivated = 'Deactivated'
export const deactivateName = (name: string) => `Deactivate ${name}?`
export const email = 'Email'
export const emailCopied = 'Email copied'
export const emailRefused = 'Email refused'
export const everythingExceptBilling = 'Everything except billing'
export const expired = 'Expired'
export const firstName = 'First Name'
export const firstNameUsesThisLinkTo = (firstName: string, email: string) =>
  `${firstName} uses this link to choose a password and sign in as ${email}. You won’t see it again.`
export const inviteAUser = 'Invite a user'
export const invited = 'Invited'
export const invitedOfAll = (invited: number, all: number) => `${invited} of ${all} invited`
export const invitedUsers = 'Invited users'
export const inviteTakenEmail = (takenEmail: string) => `Invite ${takenEmail}`
export const lastName = 'Last Name'
export const lastSeen = 'Last seen'
export const linksAreShownOnce = 'Anyone with a link can join as its address. You won’t see the links again.'
export const makeNameTheOwnerOf = (name: string, company: string) => `Make ${name} the owner of ${company}?`
export const name = 'Name'
export const nameIsSignedOutAnd = (name: string, company: string) =>
  `${name} is signed out and loses all roles and group memberships. Their articles keep their name, their workspaces pass to the owner of ${company}, and their personal workspace is deleted after 30 days. This cannot be undone.`
export const nameIsSignedOutOf = (name: string, company: string) =>
  `${name} is signed out of ${company} everywhere and cannot return until someone activates them again. Their content stays.`
export const namesAreOptional = 'Names are optional. People can change them when they join.'
export const noOpenInvitations = 'No open invitations.'
export const notAnAddress = 'Invalid address'
export const pagesOfInvitations = 'Pages of invitations'
export const pagesOfUsers = 'Pages of users'
export const password = 'Password'
export const pasteAList = 'Paste a list to invite several people at a time.'
export const peopleAndGroups = 'People and groups'
export const remove = 'Remove'
export const removeAddress = (address: string) => `Remove ${address}`
export const removeNameFromCompany = (name: string, company: string) => `Remove ${name} from ${company}?`
export const results = 'Results'
export const role = 'Role'
export const roleAll = 'Role: all'
export const roleOfUser = (userName: string, companyRoleLabels: string) => `Role of ${userName}: ${companyRoleLabels}`
export const save = 'Save'
export const searchByNameOrEmail = 'Search by name or email'
export const sendAgain = 'Send again'
export const shareTheInvitation = 'Share the invitation'
export const shareTheLink = 'Share the link'
export const status = 'Status'
export const theCompany = 'the company'
export const theInvitationIsValidFor = (invitationDays: number) => `The invitation is valid for ${invitationDays} days.`
export const theInvitationIsWithdrawn = 'The invitation is withdrawn'
export const theInvitationsCouldNotBe = 'The invitations could not be loaded.'
export const theLinkInEmailStops =
  'The link in the email stops working, and this person’s reserved group memberships and workspace roles are removed.'
export const thereAreNoMatchingResults = 'There are no matching results'
export const theUserHasBeenSuccessfully = 'The user has been successfully invited'
export const theUserIsActivatedSuccessfully = 'The user is activated successfully'
export const theUserIsDeactivatedSuccessfully = 'The user is deactivated successfully'
export const theUsersCouldNotBe = 'The users could not be loaded.'
export const thisListDoesntShowEveryone = 'This list doesn’t show everyone. Search covers only the people shown.'
export const transferOwnership = 'Transfer ownership'
export const userHasBeenSuccessfullyCreated = 'User has been successfully created'
export const userManagement = 'User Management'
export const userIsNowRole = (userName: string, companyRoleLabels: string) => `${userName} is now ${companyRoleLabels}`
export const users = 'Users'
export const usersHaveBeenInvited = (count: number) => `${count} users have been invited`
export const usersShown = 'Users shown'
export const withdraw = 'Withdraw'
export const withdrawTheInvitationForEmail = (email: string) => `Withdraw the invitation for ${email}?`
export const withoutPasswordPersonReceivesEmail =
  'Without a password, the person receives an email with a link to choose one.'
export const you = ' (you)'
