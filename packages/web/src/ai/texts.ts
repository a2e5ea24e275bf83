import type { ImageStyle, NoteType, Tone, WriterType } from '@knowreel/shared/ai/ai-choices.ts'

export const answerCopied = 'Answer copied'
export const answersUseOnlyArticles = 'Answers use only articles you can open.'
export const askAgain = 'Ask again'
export const badAnswer = 'Bad answer'
export const cancel = 'Cancel'
export const close = 'Close'
export const confirmedOn = (date: string) => `Confirmed as still true on ${date}`
export const copy = 'Copy'
export const reviewDue = (date: string) => `Still true? Review overdue since ${date}`
export const foundInTheseArticles = 'Found in these articles'
export const goodAnswer = 'Good answer'
export const questionFailed = 'The question could not be answered'
export const searching = 'Searching your articles'
export const sourceLabel = (number: number, title: string) => `Source ${number}: ${title}`
export const summarisedFromTheseArticles = 'Summarised from these articles'
export const untitled = 'Untitled'
export const writing = 'Writing the answer'

export const askAi = 'Ask AI'
export const askAiToChange = 'Ask AI to change this text'
export const askAiToWrite = 'Ask AI to write'
export const changeTheResult = 'Change the result'
export const discard = 'Discard'
export const errorGenerating = 'Error occurred while generating AI text'
export const generate = 'Generate'
export const generating = 'AI is now doing its job!'
export const insert = 'Insert'
export const insertBelow = 'Insert below'
export const language = 'Language'
export const preview = 'Generated text'
export const prompt = 'Prompt'
export const regenerate = 'Regenerate'
export const stop = 'Stop'
export const toneTitle = 'Tone'
export const useTheWholeArticle = 'Use the whole article'
export const ofCharacters = (count: number, max: number) =>
  `${count.toLocaleString('en')} of ${max.toLocaleString('en')}`

export const writerTypeTitles: Readonly<Record<WriterType, string>> = {
  simplify: 'Simplify',
  fixSpellingAndGrammar: 'Fix spelling and grammar',
  makeShorter: 'Make shorter',
  makeLonger: 'Make longer',
  changeTone: 'Change tone',
  emojify: 'Emojify',
  translate: 'Translate',
  completeSentence: 'Complete sentence',
  customPrompt: 'Custom prompt',
}

export const toneTitles: Readonly<Record<Tone, string>> = {
  academic: 'Academic',
  business: 'Business',
  casual: 'Casual',
  childfriendly: 'Child-friendly',
  conversational: 'Conversational',
  emotional: 'Emotional',
  humorous: 'Humorous',
  informative: 'Informative',
  inspirational: 'Inspirational',
  memeify: 'Memeify',
  narrative: 'Narrative',
  objective: 'Objective',
  persuasive: 'Persuasive',
  poetic: 'Poetic',
}

export const aiImage = 'AI image'
export const describeThePicture = 'Describe the picture'
export const errorDrawing = 'Error occurred while generating the picture'
export const nextPicture = 'Next'
export const ofPictures = (number: number, count: number) => `${number} of ${count}`
export const previousPicture = 'Previous'
export const style = 'Style'
export const thePictureAppearsHere = 'The picture appears here.'

export const imageStyleTitles: Readonly<Record<ImageStyle, string>> = {
  photorealistic: 'Photorealistic',
  'digital art': 'Digital art',
  'comic book': 'Comic book',
  'neon punk': 'Neon punk',
  isometric: 'Isometric',
  'line art': 'Line art',
  '3D model': '3D model',
}

export const addTo = 'Add to'
export const aNewTab = 'A new tab'
export const atTheEndOf = (title: string) => `${title}, at the end`
export const describeTheNotes = 'Describe the notes you want'
export const generateNotes = 'Generate notes'
export const kindOfNotes = 'Kind of notes'
export const openNotes = 'Open notes'
export const smartNotes = 'Smart notes'
export const stopWritingNotes = 'Stop writing notes'
export const writingNotes = (progress: number) => `Writing notes ${progress} %`
export const writtenFromTheTranscript = 'Written from the transcript of this recording. You can edit them afterwards.'
export const youCanKeepWorking = 'About 30 seconds. You can keep working.'

export const noteTypeDescriptions: Readonly<Record<NoteType, string>> = {
  'meeting-notes': 'Decisions, tasks, open questions',
  'user-manual': 'Steps with a picture for each',
  policy: 'Rules, scope, who decides',
  'status-report': 'Done, next, at risk',
  'technical-documentation': 'How it works and how to run it',
  'requirements-documentation': 'What must be true, and why',
  custom: 'Describe the notes you want, up to 1,000 characters',
}

export const addAll = (count: number) => `Add all ${count}`
export const addTheOther = (count: number) => (count === 1 ? 'Add the last one' : `Add the other ${count}`)
export const addParagraph = 'Add'
export const addedAndDropped = (added: number, dropped: number) => `${added} added, ${dropped} dropped`
export const addSummary = 'Add to notes'
export const deleteKey = 'Del'
export const done = 'Done'
export const dropParagraph = 'Drop'
export const dropThem = 'Drop them'
export const enterKey = '↵'
export const errorProposing = 'Error occurred while generating paragraphs'
export const level = (number: number) => `Level ${number}`
export const levelLabel = 'Level'
export const noParagraphs = "Oops! We were't able to generate paragraphs for this recording."
export const paragraphTitle = 'Paragraph title'
export const offerStructure = 'Title, summary and paragraphs for this recording?'
export const offerParagraphs = 'Paragraphs for this recording?'
export const dismissOffer = 'Not for this recording'
export const suggest = 'Suggest'
export const proposeAgain = 'Propose again'
export const proposedFromSignals = 'From pauses, clicks and changes of the picture'
export const proposedParagraphs = 'Proposed paragraphs'
export const proposing = (step: string, progress: number) => `${step} ${progress} %`
export const proposedTitle = 'Title'
export const proposedSummary = 'Summary'
export const smartParagraphs = 'Smart paragraphs'
export const starting = 'Starting'
export const stopProposing = 'Stop generating paragraphs'
export const takeBack = (title: string) => `Take back “${title}”`
export const addNamed = (title: string) => `Add “${title}”`
export const dropNamed = (title: string) => `Drop “${title}”`
export const anArticleCanHaveUpToThreeTabs = 'An article can have up to three tabs'
export const useTitle = 'Use'

export const captionsTranslated = (language: string) => `Captions translated into ${language}`
export const dismiss = 'Dismiss'
export const errorTranslating = 'Error occurred while translating'
export const openTranslation = 'Open translation'
export const stopTranslating = 'Stop translating'
export const translate = 'Translate'
export const translateCaptions = 'Translate captions'
export const translateCaptionsHelp = 'Viewers choose the language in the player.'
export const translateNote = 'Translate'
export const translateNoteHelp = 'The translation becomes a new tab.'
export const translateNoteTitle = (title: string) => `Translate “${title}”`
export const translating = (progress: number) => `Translating ${progress} %`
