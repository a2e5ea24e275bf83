export const audioIsSentTo = (host: string) => `The sound is sent to ${host}.`
export const cancel = 'Cancel'
export const close = 'Close'
export const commentOnThis = 'Comment'
export const copyWithTimes = 'Copy with times'
export const copied = 'Copied'
export const correctionsAreKept = 'Keep corrections'
export const correctionsDropped = 'Drop corrections'
export const deleteLabel = 'Delete'
export const downloadCaptions = (format: string) => `Download captions (${format})`
export const editText = 'Edit text'
export const endLabel = 'End'
export const fillerCount = (count: number) => (count === 1 ? '1 filler word' : `${count} filler words`)
export const fillerWords = 'Filler words'
export const findAWord = 'Find a word'
export const generate = '+ GENERATE'
export const generating = 'Generating the transcript'
export const hitOf = (hit: number, count: number) => `${hit} of ${count}`
export const keepOnlyThis = 'Keep only this'
export const keepsTheCorrections = 'Corrections that people made to this transcript can be kept or dropped.'
export const language = 'Language'
export const languageDetected = 'Detect automatically'
export const moreActions = 'More actions'
export const newParagraph = 'New paragraph'
export const nextHit = 'Next'
export const noHits = 'No matches'
export const noTranscription = 'No Transcription'
export const nothingToRemove = 'Nothing to remove'
export const paragraphs = 'Paragraphs'
export const previousHit = 'Previous'
export const regenerate = 'RE-GENERATE'
export const regenerateTitle = 'Generate the transcript again?'
export const removeFillers = (count: number) => `Remove ${fillerCount(count)}`
export const removeSilences = (count: number) => (count === 1 ? 'Remove 1 silence' : `Remove ${count} silences`)
export const renameSpeaker = (name: string) => `Rename ${name}`
export const save = 'Save'
export const selectedWords = (count: number, length: string) =>
  `${count} ${count === 1 ? 'word' : 'words'}, ${length} selected`
export const silenceLabel = (seconds: string) => `${seconds} s`
export const silenceOf = (seconds: string) => `Silence of ${seconds} seconds`
export const silences = 'Silences'
export const silencesLongerThan = (seconds: number) => `Longer than ${seconds} s`
export const speaker = 'Speaker'
export const startLabel = 'Start'
export const theTranscriptCouldNot = 'The transcript could not be loaded'
export const transcript = 'Transcript'
export const transcription = 'Transcription'
export const transcriptionFailed = 'The transcript could not be generated'
export const uploadCaptions = 'Upload captions (VTT, SRT)'
export const captionsUploaded = 'Captions uploaded'
export const unsure = 'Unsure'
export const unsureCount = (count: number) => `Go to the next of ${count} unsure words`
export const becomes = (before: string, after: string) =>
  `${before} becomes ${after}. Nothing is cut until you apply it.`
