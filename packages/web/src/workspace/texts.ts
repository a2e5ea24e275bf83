export const actionsForTitle = (title: string) => `Actions for ${title}`
export const add = 'Add'
export const addPeopleAndGroups = 'Add people and groups'
export const addToFavourites = 'Add to favourites'
export const allInIt = 'all in it'
export const allOthers = 'All others'
export const allWorkspaces = 'All workspaces'
export const anArticleCantBeIts = 'An article can’t be its own parent'
export const andCanNoLongerView = ' and can no longer view the workspace, unless one of your groups has a role'
export const any = 'Any'
export const anyone = 'Anyone'
export const anyoneWithAddressCanView = 'Anyone with the address can view, without signing in.'
export const anyoneWithLinkCanView =
  'Anyone with the link can view. Turning this off disables all public links in this workspace.'
export const archive = 'Archive'
export const archiveAndDelete = 'Archive and delete'
export const archived = 'Archived'
export const archivedText = ', archived'
export const archiveTitle = (title: string) => `Archive “${title}”?`
export const archiveWorkspace = 'Archive workspace'
export const articles = 'Articles'
export const articlesInWorkspaceTitle = (workspaceTitle: string) => `Articles in ${workspaceTitle}`
export const articlesInWorkspaceTitleInReorder = (workspaceTitle: string) =>
  `Articles in ${workspaceTitle}, in reorder mode`
export const articlesIsNotShared = 'Articles is not shared'
export const articlesOf = (articlesCount: number) => (articlesCount === 1 ? 'article' : 'articles')
export const articlesSharedWithYouAppear = 'Articles shared with you appear here.'
export const articlesSharedWithYouCould = 'Articles shared with you could not be loaded.'
export const atTheTopLevel = 'at the top level'
export const byAuthorName = (authorName: string) => `By ${authorName}`
export const cancel = 'Cancel'
export const cancelChangingTheName = (name: string) => `Cancel changing the ${name}`
export const canEdit = 'can edit'
export const cannotCopyLink = 'Cannot copy link'
export const canNotLoadWorkspaces = 'Can not load workspaces'
export const canView = 'can view'
export const changeMyRole = 'Change my role'
export const chooseArticleAndMoveIt = 'Choose an article and move it with the arrows below, or drag it.'
export const clearFilter = 'Clear filter'
export const clearFilters = 'Clear filters'
export const close = 'Close'
export const closeTheListOfWorkspaces = 'Close the list of workspaces'
export const copy = 'Copy'
export const copyLink = 'Copy link'
export const createAnArticle = 'Create an article'
export const createAWorkspace = 'Create a workspace'
export const created = 'Created'
export const createdAtBy = (createdAt: string, authorName: string) => `Created ${createdAt} by ${authorName}`
export const createWorkspace = 'Create workspace'
export const creator = 'Creator'
export const deactivated = 'Deactivated'
export const deleteLabel = 'Delete'
export const deleteTitle = (title: string) => `Delete “${title}”?`
export const deleteWorkspace = 'Delete workspace'
export const description = 'Description'
export const dragArticleOrPickIt = 'Drag an article, or pick it up with Space and move it with the arrow keys.'
export const droppedIdId2 = (id: string, id2: string) => `Dropped ${id}: ${id2}.`
export const editWorkspace = 'Edit workspace'
export const everyoneInCompanyCanView = 'Everyone in the company can view the workspace. Roles grant more.'
export const everyoneInTheCompanyCan = 'Everyone in the company can view.'
export const everyoneWithAddressCanView = 'Everyone with the address can view the workspace. Roles grant more.'
export const exportLabel = 'Export'
export const favourites = 'Favourites'
export const favouriteTitle = (title: string) => `Favourite: ${title}`
export const filterCountArticles = (count: number) => `Filter ${count} ${count === 1 ? 'article' : 'articles'}`
export const filters = 'Filters'
export const filtersLabel = (filters: number) => `Filters, ${filters}`
export const giveUpManagingTitle = (title: string) => `Give up managing “${title}”?`
export const greatNewUserSWere = 'Great! New user(s) were successfully added.'
export const hideArchivedArticles = 'Hide archived articles'
export const idCantBeMovedThere = (id: string, refusal: string) => `${id} can’t be moved there. ${refusal}.`
export const idIsBackId2 = (id: string, id2: string) => `${id} is back: ${id2}.`
export const importLabel = 'Import'
export const invited = 'Invited'
export const itCantBeChangedUntil = 'It can’t be changed until you unarchive it. Nothing is deleted.'
export const itIsAtTheTop = 'It is at the top level'
export const itIsHiddenFromEveryones =
  'It is hidden from everyone’s sidebar and search, and its articles can’t be changed until you unarchive it. Nothing is deleted.'
export const itIsTheFirstHere = 'It is the first here'
export const itIsTheLastHere = 'It is the last here'
export const itsArticles = (articlesCount: number) =>
  articlesCount === 1 ? 'its one article' : `its ${articlesCount} articles`
export const leaveTitle = (title: string) => `Leave “${title}”?`
export const leaveWorkspace = 'Leave workspace'
export const length = 'Length'
export const linkHasBeenCopiedTo = 'Link has been copied to the clipboard'
export const loading = 'Loading'
export const loadingArticles = 'Loading articles'
export const loadingSharedArticles = 'Loading shared articles'
export const loadingWorkspaces = 'Loading workspaces'
export const messageOrAnotherCompany = (message: string) =>
  `${message}. If the link is from another of your companies, switch to it first.`
export const moveDown = 'Move down'
export const movedTitlePositionOfOtherCount = (movedTitle: string, position: number, otherCount: number) =>
  `“${movedTitle}”: position ${position} of ${otherCount}.`
export const moveOut = 'Move out'
export const moveTitle = (title: string) => `Move ${title}`
export const moveUp = 'Move up'
export const nameGroupOrEmail = 'Name, group or email'
export const nestUnderTheArticleAbove = 'Nest under the article above'
export const onlyThesePeopleAndGroups = 'Only these people and groups can view the workspace.'
export const onlyWorkspaceManagersCanChange = 'Only workspace managers can change this.'
export const onlyYou = 'Only you.'
export const onlyYouAndPeopleYou = 'Only you and the people you add.'
export const onlyYouCanSeeThis = 'Only you can see this workspace'
export const openWorkspace = 'Open workspace'
export const optionalWhatThisWorkspaceIs = 'Optional. What this workspace is for.'
export const organization = 'Organization'
export const owner = 'owner'
export const peopleAndGroups = 'People and groups'
export const peopleAndGroupsCouldNot = 'People and groups could not be loaded.'
export const personal = 'Personal'
export const pickedUpIdArrowKeys = (id: string) =>
  `Picked up ${id}. Arrow keys move it, Space drops it, Escape cancels.`
export const pagesOfWorkspaces = 'Pages of workspaces'
export const positionIndexOfSiblingsLevel = (index: number, siblings: number, level: string) =>
  `position ${index} of ${siblings} ${level}`
export const privacy = 'Privacy'
export const privateLabel = 'Private'
export const publicLabel = 'Public'
export const publicLinks = 'Public links'
export const recentlyUpdated = 'Recently updated'
export const recentlyUpdatedArticles = 'Recently updated articles'
export const remove = 'Remove'
export const removeFindingName = (findingName: string) => `Remove ${findingName}`
export const removeFromFavourites = 'Remove from favourites'
export const reorderArticles = 'Reorder articles'
export const roleOfFindingName = (findingName: string) => `Role of ${findingName}`
export const save = 'Save'
export const saveItAgainOr = 'Save it again, or'
export const saveName = (name: string) => `Save ${name}`
export const searchWorkspaces = 'Search workspaces'
export const sharedBySharer = (sharer: string) => `Shared by ${sharer}`
export const sharedWithMe = 'Shared with me'
export const shareTheInvitation = 'Share the invitation'
export const showAllWorkspaces = 'Show all workspaces'
export const showArchivedArticles = 'Show archived articles'
export const shownOfAll = (shown: number, all: number) => `${shown} of ${all}`
export const showShownWorkspaces = (shown: number) => `Show ${shown} ${shown === 1 ? 'workspace' : 'workspaces'}`
export const someoneElseChangedArticlesYour = 'Someone else changed the articles. Your order includes their changes.'
export const takeTheirs = 'take theirs'
export const theArticlesCouldNotBe = 'The articles could not be loaded.'
export const theseMovesAreNoLonger = (titles: readonly string[]) =>
  `No longer possible and left out: ${titles.join(', ')}.`
export const theCurrentOrderIsShown = 'The current order is shown.'
export const theGroupEntryTitleHasBeen = (entryTitle: string) => `The group ${entryTitle} has been successfully removed`
export const theInvitationEmailWasntSent =
  'The invitation email wasn’t sent. Anyone with the link can join the company.'
export const theLabelYouTypedIs = (label: string) => `The ${label} you typed is not saved.`
export const theNewOrderOfArticles = 'The new order of the articles is not saved.'
export const thereAreNoArticlesIn = 'There are no articles in this workspace'
export const thereAreNoMatchingResults = 'There are no matching results'
export const thereAreNotWorkspaces = 'There are not workspaces'
export const thereIsNoArticleAbove = 'There is no article above it here'
export const theUserEntryNameHasBeen = (entryName: string) => `The user ${entryName} has been successfully removed`
export const theWorkspaceAndArticlesAre = (articles: string) =>
  `The workspace and ${articles} are deleted for everyone. This cannot be undone.`
export const theWorkspaceCouldNotBe = 'The workspace could not be loaded.'
export const theWorkspaceTitleIsRequired = 'The workspace title is required'
export const thisListDoesntShowAll = 'This list doesn’t show all workspaces. Search covers only those shown.'
export const thisListIsIncomplete = 'This list is incomplete.'
export const thisWorkspaceIsArchivedAnd = 'This workspace is archived and read-only.'
export const title = 'Title'
export const titleWasDeleted = (title: string) => `“${title}” was deleted`
export const trash = 'Trash'
export const tryAgain = 'Try again'
export const unarchive = 'Unarchive'
export const underParentId = (parentId: string) => `under ${parentId}`
export const unknownAuthor = 'Unknown author'
export const untitled = 'Untitled'
export const updated = 'Updated'
export const userGroups = 'User Groups'
export const useUpAndDownArrows = 'Use the up and down arrows to move it, or drag it.'
export const visibility = 'Visibility'
export const withEverythingInItFor = 'With everything in it, for everyone.'
export const workspace = 'Workspace'
export const workspaceArchived = 'Workspace archived'
export const workspaceFieldIsUpdated = (field: string) => `Workspace ${field} is updated`
export const workspaceRoleIsUpdated = 'Workspace role is updated'
export const workspaces = 'Workspaces'
export const workspacesOf = (all: number) => (all === 1 ? 'workspace' : 'workspaces')
export const workspaceTitleChooseAnotherWorkspace = (workspaceTitle: string) =>
  `${workspaceTitle}, choose another workspace`
export const workspaceUnarchived = 'Workspace unarchived'
export const you = 'You'
export const youDontHaveAnyArticles = "You don't have any articles in this workspace."
export const youDontHaveAnyWorkspaces = "You don't have any workspaces yet."
export const youLoseYourOwnRole = (visibility: string) =>
  `You lose your own role${visibility}. Only another workspace manager can give it back.`
export const yourRoleBecomesRoleNamesUnless = (roleNames: string) =>
  `Your role becomes “${roleNames}”, unless a group grants more. Only another workspace manager can give it back.`
export const youCantEditThisWorkspace = 'You can’t edit this workspace'
