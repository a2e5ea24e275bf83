export const actions = 'Actions'
export const actionsForName = (name: string) => `Actions for ${name}`
export const add = 'Add'
export const added = 'Added'
export const addMembers = 'Add members'
export const addUser = 'Add user'
export const addUsers = 'Add users'
export const cancel = 'Cancel'
export const cancelRenaming = 'Cancel renaming'
export const clearSearch = 'Clear search'
export const close = 'Close'
export const confirm = 'Confirm'
export const createAGroup = 'Create a group'
export const created = 'Created'
export const deactivated = 'Deactivated'
export const deleteGroup = 'Delete group'
export const deleteGroupTitle = (groupTitle: string) => `Delete ${groupTitle}`
export const confirmDeleteGroup = (groupTitle: string) => `Delete “${groupTitle}”?`
export const deleteLabel = 'Delete'
export const email = 'Email'
export const fieldIsRequired = 'Field is required'
export const newUsersAdded = 'Great! New user(s) were successfully added.'
export const group = 'Group'
export const groupIsUpdated = 'Group is updated'
export const groupName = 'Group name'
export const groups = (all: number) => (all === 1 ? 'group' : 'groups')
export const groupSuccessfullyDeleted = 'Group successfully deleted'
export const groupWasSuccessfullyCreated = 'Group was successfully created!'
export const invite = 'Invite'
export const invited = 'Invited'
export const invitedUsers = 'Invited users'
export const jobTitle = 'Job title'
export const joinsWhenTheyJoinThe = 'Joins when they join the company'
export const loading = 'Loading'
export const manageGroup = 'Manage Group'
export const manageGroups = 'Manage Groups'
export const manageUsers = 'Manage users'
export const manageUsersOfGroupTitle = (groupTitle: string) => `Manage users of ${groupTitle}`
export const manageUsersOfTheGroupTitle = (groupTitle: string) => `Manage Users of the ${groupTitle} group`
export const name = 'Name'
export const nameOrEmail = 'Name or email'
export const noGroupsFound = 'No groups found'
export const noMembers = 'No members'
export const noOneElseToAdd = 'No one else to add'
export const noOneFound = 'No one found'
export const people = (count: number) => (count === 1 ? '1 person' : `${count} people`)
export const pagesOfGroups = 'Pages of groups'
export const pagesOfInvitedUsers = 'Pages of invited users'
export const pagesOfUsers = 'Pages of users'
export const remove = 'Remove'
export const removeFindingName = (findingName: string) => `Remove ${findingName}`
export const removeUser = 'Remove user'
export const rename = 'Rename'
export const renameGroupTitle = (groupTitle: string) => `Rename ${groupTitle}`
export const save = 'Save'
export const saveName = 'Save name'
export const searchGroups = 'Search groups'
export const shownOfAllGroups = (shown: number, all: number) => `${shown} of ${all} groups`
export const theGroupAndItsWorkspace = (people: string) =>
  `The group and its workspace roles are deleted.${people} This cannot be undone.`
export const theGroupCouldNotBe = 'The group could not be loaded.'
export const theGroupsCouldNotBe = 'The groups could not be loaded.'
export const theGroupWasCreatedWithout = (left: string, message: string) =>
  `The group was created without ${left}: ${message}`
export const theUsersCouldNotBe = 'The users could not be loaded.'
export const thisGroupCouldNotBe = 'This group could not be found.'
export const thisGroupHasNoMembers = 'This group has no members yet.'
export const thisListDoesntShowAll = 'This list doesn’t show all groups.'
export const thisListDoesntShowEveryone = 'This list doesn’t show everyone.'
export const thisPageDoesntShowAll = 'This page doesn’t show all members.'
export const peopleLoseAccess = (userIdCount: string, userIdCount2: number) =>
  ` ${userIdCount} ${userIdCount2 === 1 ? 'loses' : 'lose'} the access it grants.`
export const userGroups = 'User groups'
export const users = 'Users'
export const usersOfTheGroup = 'Users of the group'
export const youDontHaveAnyGroups = "You don't have any groups yet."
