export const aa = 'Aa'
export const ab = 'ab'
export const aboutRoomCharactersLeftIn = (room: string) => `About ${room} characters left in this note`
export const close = 'Close'
export const closeEsc = 'Close  Esc'
export const connectionError = 'Connection error'
export const connectionLostYourChangesAre = 'Connection lost. Your changes are kept here and sent when it returns.'
export const copyTheText = 'Copy the text'
export const downloadTextContentSize = (textContent: string, size: string) => `Download ${textContent}${size}`
export const downloadThePicture = 'Download the picture'
export const embedFrom = (site: string, title: string) => `${site}: ${title}`
export const find = 'Find'
export const findInThisNote = 'Find in this note'
export const hide = 'Hide'
export const hideEmbed = (title: string) => `Hide ${title}`
export const indexOfCount = (index: number, count: string | number) => `${index} of ${count}`
export const indexOfPictureCount = (index: number, pictureCount: number) => ` ${index} of ${pictureCount}`
export const load = 'Load'
export const loadEmbed = (title: string) => `Load ${title}`
export const loading = 'Loading'
export const loadsFrom = (host: string) => `Loads content from ${host}`
export const matchCase = 'Match case'
export const nameCouldNotBeDownloaded = (name: string) => `“${name}” could not be downloaded`
export const next = 'Next'
export const nextEnter = 'Next  Enter'
export const nextPicture = 'Next picture'
export const noResults = 'No results'
export const onlineEditingIsNotPossible = 'Online editing is not possible. Try again later'
export const openThePicture = 'Open the picture'
export const openThePictureAlt = (alt: string) => `Open the picture: ${alt}`
export const picture = 'Picture'
export const pleaseCheckYourInternetConnection = 'Please check your internet connection'
export const previous = 'Previous'
export const previousPicture = 'Previous picture'
export const previousShiftEnter = 'Previous  Shift Enter'
export const reload = 'Reload'
export const replace = 'Replace'
export const replaceAll = 'Replace all'
export const replaceWith = 'Replace with'
export const roomOfNoteClientLimitCharactersLeft = (room: string, noteClientLimit: string) =>
  `${room} of ${noteClientLimit} characters left`
export const savingIsntPossibleRightNow = 'Saving isn’t possible right now. Your changes are kept here.'
export const theTextCouldNotBe = 'The text could not be copied. Select and copy it manually'
export const theTextWasCopied = 'The text was copied'
export const thisDraftIsGone = 'This draft was deleted or moved to another company, or you no longer have access to it.'
export const thisDraftIsGoneCopy = `${thisDraftIsGone} Copy the text to keep your last changes.`
export const thisDraftWasPublished = 'This draft was published.'
export const thisDraftWasPublishedBefore =
  'This draft was published before your last changes arrived. Copy the text to keep them.'
export const thisImageCouldNotBe = 'This image could not be displayed.'
export const thisNoteIsFullLimit =
  'This note is full: the limit is 30,000 characters. Shorten it, or continue in another tab.'
export const thisNoteIsTooLong = 'This note is too long to be saved. Copy your unsaved text and reload the page.'
export const thisPageIsOutdatedReload = 'This page is outdated. Reload it to edit.'
export const wholeWords = 'Whole words'
