export const actionsForMenuTitle = (menuTitle: string) => `Actions for ${menuTitle}`
export const actionsForTheParagraphAt = (start: string) => `Actions for the paragraph at ${start}`
export const addAParagraphAt = 'Add a paragraph at '
export const andRestMore = (rest: number) => `and ${rest} more`
export const back10S = 'Back 10 s'
export const back1S = 'Back 1 s'
export const beginningEnd = 'Beginning, end'
export const byPersonName = (personName: string) => ` by ${personName}`
export const cancel = 'Cancel'
export const cannotLoadVideo = 'Cannot load video'
export const captions = 'Captions'
export const captionSizes = { small: 'Small', medium: 'Medium', large: 'Large' } as const
export const captionsLanguage = 'Language'
export const captionsOff = 'Off'
export const captionsOriginal = 'As spoken'
export const captionsWithKey = 'Captions (C)'
export const chooseAFile = 'Choose a file'
export const chooseAnotherFile = 'Choose another file'
export const close = 'Close'
export const comment = 'Comment'
export const commentOnThisMoment = 'Comment on this moment'
export const commentWithIcon = (icon: string) => `Comment with ${icon}`
export const connectionError = 'Connection error'
export const connectionLostVideoContinuesWhen = 'Connection lost. The video continues when it returns.'
export const continuesAt = 'Continues at '
export const copyLink = 'Copy link'
export const deleteLabel = 'Delete'
export const detectText = 'Detect text'
export const downloadRecording = 'Download recording'
export const dragToMove = 'Drag to move'
export const dropAVideoHereOr = 'Drop a video here, or'
export const emoji = 'Emoji'
export const extensionAsksWhatToRecord =
  'The extension asks what to record. The recording is inserted here when it has been uploaded.'
export const firstByAtTime = (first: string, by: string, time: string) => `${first}${by} at ${time}`
export const forward10S = 'Forward 10 s'
export const forward3S = 'Forward 3 s'
export const articles = 'Articles'
export const articlesCouldNotBeLoaded = 'The articles could not be loaded'
export const fromAnotherArticle = 'From another article'
export const fromThisArticle = 'From this article'
export const noRecordingsFound = 'No recordings found'
export const onlyRecordingsYouCanDownload = 'Only recordings you can download'
export const searchArticles = 'Search articles'
export const fullScreen = 'Full screen'
export const insert = 'Insert'
export const insertRecordingAt = (at: string) => `Insert recording at ${at}`
export const itAppearsHereWhenReady = 'It appears here when it’s ready.'
export const jumpTo1090Percent = 'Jump to 10–90 %'
export const leaveFullScreen = 'Leave full screen'
export const leaveTheatreMode = 'Leave theatre mode'
export const louderQuieter = 'Louder, quieter'
export const markCountReactionsAndCommentsAround = (markCount: number, time: string) =>
  `${markCount} reactions and comments around ${time}`
export const mergeWithPrevious = 'Merge with previous'
export const moveDown = 'Move down'
export const moveToTopLevel = 'Move to top level'
export const moveUp = 'Move up'
export const mute = 'Mute'
export const nestUnderPrevious = 'Nest under previous'
export const notPublishedYet = 'Not published yet'
export const noVideosFoundForThis = 'No videos found for this route'
export const noVideoSource = 'No video source'
export const onlyFilesCanBeUploaded = 'Only files can be uploaded'
export const paragraphs = 'Paragraphs'
export const partOfRecordingCouldNot = 'Part of the recording could not be read.'
export const pause = 'Pause'
export const pictureInPicture = 'Picture in picture'
export const play = 'Play'
export const playAgain = 'Play again'
export const playAndPause = 'Play and pause'
export const playing = 'Playing'
export const playTheVideo = 'Play the video'
export const position = 'Position'
export const previousFrameNextFrame = 'Previous frame, next frame'
export const previousParagraphNextParagraph = 'Previous paragraph, next paragraph'
export const react = 'React'
export const reactionsAndComments = 'Reactions and comments'
export const reactToThisMoment = 'React to this moment'
export const reactWithAComment = 'React with a comment'
export const recordingIndex = (index: number) => `Recording ${index}`
export const recordings = (recordingCount: number) => (recordingCount === 1 ? 'Recording' : 'Recordings')
export const remove = 'Remove'
export const removeIcon = (icon: string) => `Remove ${icon}`
export const rename = 'Rename'
export const shownOfDuration = (shown: string, duration: string) => `${shown} of ${duration}`
export const showShortcuts = 'Show shortcuts'
export const sideSecondsS = (side: string, seconds: number) => `${side}${seconds} s`
export const slowerFaster = 'Slower, faster'
export const soundAndPicture = 'Sound and picture'
export const speedTimes = (speed: number) => `Speed: ${speed} times`
export const startRecording = 'Start recording'
export const startOver = 'Start over'
export const tags = 'Tags'
export const askTheAuthor = 'Ask the author to fix this article.'
export const tagsSuffix = (tags: string) => `, tags: ${tags}`
export const speedLabel = (speed: number) => (speed === 1 ? 'Normal' : `${speed}×`)
export const theatreMode = 'Theatre mode'
export const theFileIsMissingOr = 'The file is missing or not ready yet.'
export const theRecordingWasInserted = 'The recording was inserted'
export const theVideoCannotBePlayed = 'The video cannot be played'
export const theVideoCouldNotBe = 'The video could not be prepared'
export const theVideoForReaders = (error: string) => `The video for readers could not be prepared. ${error}`
export const theVideoIsBeingPrepared = 'The video is being prepared'
export const thisBrowserCouldNotRead = 'This browser could not read the file.'
export const thisReactionWontBePermanent = "This reaction won't be permanent till you republish the article"
export const titleIsRequired = 'Title is required'
export const titleOfTheParagraph = 'Title of the paragraph'
export const tryAgain = 'Try again'
export const unknownAuthor = 'Unknown author'
export const unmute = 'Unmute'
export const record = 'Record'
export const recordingAt = (time: string) => `Recording inserted at ${time}`
export const uploadAFile = 'Upload a file'
export const volume = 'Volume'
export const watchAgain = 'Watch again'
export const webmMp4OrMovUp = (maxSize: string) => `webm, mp4 or mov, up to ${maxSize}`
export const whereTheRecordingComesFrom = 'Where the recording comes from'
export const wholeArticle = 'Whole article'
export const youCanKeepEditingWhile =
  'You can keep editing while it uploads. It is inserted at the current playhead position, even if that moves.'
export const youCanKeepWorking = 'You can keep working.'
export const youReactedWithIconAt = (icon: string, at: string) => `You reacted with ${icon} at ${at}`
