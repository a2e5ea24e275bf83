export const allWorkspaces = 'All workspaces'
export const articlesYourTeamPublishesAppear = 'Articles your team publishes appear here.'
export const askAQuestion = 'Ask a question'
export const companyCreated = (companyTitle: string) => `Company '${companyTitle}' successfully created`
export const createACompany = 'Create a company'
export const createAnArticle = 'Create an article'
export const howCanIHelp = 'How can I help?'
export const newInYourWorkspaces = 'New in your workspaces'
export const recentlyOpened = 'Recently opened'
export const theLatestArticlesCouldNot = 'The latest articles could not be loaded.'
export const untitled = 'Untitled'
export const workspaces = 'Workspaces'
export const youreNotInCompanyYet = 'You’re not in a company yet. Create one, or wait for an invitation.'
export const youreNotInCompanyYetYou = 'You’re not in a company yet. You need an invitation to join one.'
export const ai = 'AI'
export const askAi = 'Ask AI'
export const askAiAbout = (question: string) => `Ask AI: ${question}`
export const askAnythingElse = 'Ask anything else?'
export const leaveAi = 'Leave AI mode'
export const addAFilter = 'Add a filter'
export const afterDate = 'Changed after a date'
export const beforeDate = 'Changed before a date'
export const appearance = 'Appearance'
export const articles = (count: number) => (count === 1 ? '1 article' : `${count} articles`)
export const articlesShown = (count: string) => (count === '1' ? '1 article' : `${count} articles`)
export const byAuthor = 'By a person'
export const canNotNavigateToThisItem = 'Can not navigate to this item'
export const categoryAll = 'All'
export const categoryTitles = {
  workspace: 'Workspaces',
  article: 'Articles',
  draft: 'Drafts',
  paragraph: 'Paragraphs',
  tag: 'Tags',
  draftNotes: 'Notes of drafts',
  articleNotes: 'Notes',
  articleVideo: 'Said and shown in recordings',
  draftVideo: 'Said and shown in drafts',
  none: 'More',
}
/** Shorter, so that all fit into one line. */
export const categoryFilters = { ...categoryTitles, articleVideo: 'Said and shown', draftVideo: 'Said in drafts' }
export const clear = 'Clear'
export const close = 'Close'
export const closeByEscape = 'Close, Esc'
export const commandPalette = 'Command palette'
export const copyLink = 'Copy link'
export const copyLinkToThisPage = 'Copy link to this page'
export const create = 'Create'
export const createAWorkspace = 'Create a workspace'
export const dark = 'Dark'
export const draftBy = (author: string) => `Draft by ${author}`
export const drafts = 'Drafts'
export const edited = 'Edited'
export const edit = 'Edit'
export const escape = 'Esc'
export const goTo = 'Go to'
export const home = 'Home'
export const namesOffered = (count: number) => (count === 1 ? '1 suggestion' : `${count} suggestions`)
export const onlyTheFirstResults = 'Only the first 1,000 results are shown. Add a word or a filter.'
export const notes = 'Notes'
export const ofType = 'Type'
export const timesAgo = [
  { days: 1, label: 'Yesterday' },
  { days: 7, label: 'A week ago' },
  { days: 30, label: '30 days ago' },
  { days: 365, label: 'A year ago' },
] as const
export const videos = 'Videos'
export const inArticle = (title: string) => `in ${title}`
export const inWorkspace = 'In a workspace'
export const invitePeople = 'Invite people'
export const keyboardShortcuts = 'Keyboard shortcuts'
export const light = 'Light'
export const copied = 'Link has been copied to the clipboard'
export const notCopied = 'Cannot copy link'
export const loadingMore = 'Loading more results'
export const meetings = 'Meetings'
export const move = 'Move'
export const newTab = 'Open in a new tab'
export const nextCategory = 'Next category'
export const noCommand = 'No command or article matches.'
export const narrowTheSearch = 'Narrow the search'
export const noResults = 'There are no matching results'
export const noResultsHint = 'Check the spelling, or try fewer or other words.'
export const noWorkspace = 'No workspace'
export const notesOnly = 'Text articles only'
export const open = 'Open'
export const pageOf = (name: string, page: number) => `${name}, page ${page}`
export const personal = 'Personal'
export const playFrom = (time: string) => `Play from ${time}`
/** There is no ellipsis before the beginning of the text, nor behind the end of a sentence. */
export const quoted = (words: string, isBeginning: boolean) =>
  `“${isBeginning ? '' : '…'}${words.replace(/[,;:]\s*$/u, '')}${/[.!?。！？؟]\s*$/u.test(words) ? '' : '…'}”`
/** Between two keys. */
export const followedBy = 'then'
export const recent = 'Recent'
export const recentlyAsked = 'Recently asked'
export const results = 'Results'
export const resultsFound = (count: string) => (count === '1' ? '1 result' : `${count} results`)
export const run = 'Run'
export const search = 'Search'
export const searchCouldNotBeLoaded = 'The results could not be loaded.'
export const searchHint = 'Find articles, notes, and what is said or shown in recordings.'
export const searching = 'Searching'
export const searchOrRunACommand = 'Search or run a command'
export const settings = 'Settings'
export const share = 'Share'
export const sharedWithYou = 'Shared with you'
export const sheetOf = (name: string, sheet: number) => `${name}, sheet ${sheet}`
export const slideOf = (name: string, slide: number) => `${name}, slide ${slide}`
export const switchTo = (company: string) => `Switch to ${company}`
export const startRecording = 'Start recording'
export const system = 'System'
export const tag = 'Tag'
export const tagged = (tagTitle: string) => `Tag: ${tagTitle}`
export const taggedArticlesAppear = 'No article that you can see has this tag.'
export const theme = (name: string) => `Theme: ${name}`
export const themeName = 'Theme'
export const thisPage = 'This page'
export const uploadVideo = 'Upload video'
export const videosOnly = 'Videos only'
export const withTag = 'With a tag'
export const workspace = 'Workspace'
export const shownOnScreen = 'On the screen'
export const showMore = 'Show more'
export const addSeveralPeople = 'Add several email addresses in one step.'
export const closeFirstSteps = 'Close “Get started”'
export const done = 'Done'
export const doneOf = (done: number, all: number) => `${done} of ${all} done`
export const getStarted = 'Get started'
export const inviteYourTeam = 'Invite your team'
export const recordOrUploadAVideo = 'Record or upload a video'
export const showOneTask = 'Show one task from beginning to end.'
export const startWithTheQuestion = 'Start with the question your colleagues ask most.'
export const theFirstStepsCouldNot = 'The first steps could not be loaded.'
export const write = 'Write'
export const writeAnArticle = 'Write an article'
export const youreOfflineArticlesWillLoad = 'You’re offline. Articles will load when the connection returns.'
export const youreOfflineResultsWillLoad = 'You’re offline. Results will load when the connection returns.'
