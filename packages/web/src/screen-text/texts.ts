export const cancel = 'Cancel'
export const copied = 'Text copied'
export const couldNotBeCopied = 'The text could not be copied'
export const copy = 'Copy'
export const copyAll = 'Copy all'
export const copyText = (text: string) => `Copy “${text}”`
export const detectAgain = 'Detect again'
export const detectingText = (percent: number) => `Detecting text, ${percent} %`
export const english = 'English'
export const findInThisText = 'Find in this text'
export const languageOfTheText = (language: string) => `Language of the text: ${language}`
export const noTextFound = 'No text found'
export const noTextInThisFrame = 'No text in this frame. Try another language.'
export const nothingMatches = 'No matches'
export const quitOcrMode = 'Quit OCR Mode'
export const russian = 'Russian'
export const textInThisFrame = 'Text in this frame'
export const textCount = (count: number) => (count === 1 ? '1 text' : `${count} texts`)
export const foundAt = (time: string) => `found at ${time}`
export const theTextCouldNotBeDetected = 'The text could not be detected'
export const tryAgain = 'Try again'
export const ukrainian = 'Ukrainian'
