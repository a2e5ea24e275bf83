/** The options for generated texts, pictures and notes, with the limits of each. */

export const writerTypes = [
  'simplify',
  'fixSpellingAndGrammar',
  'makeShorter',
  'makeLonger',
  'changeTone',
  'emojify',
  'translate',
  'completeSentence',
  'customPrompt',
] as const
export type WriterType = (typeof writerTypes)[number]

export const tones = [
  'academic',
  'business',
  'casual',
  'childfriendly',
  'conversational',
  'emotional',
  'humorous',
  'informative',
  'inspirational',
  'memeify',
  'narrative',
  'objective',
  'persuasive',
  'poetic',
] as const
export type Tone = (typeof tones)[number]

export const translationLanguages = [
  'Arabic',
  'Chinese',
  'English',
  'French',
  'German',
  'Greek',
  'Italian',
  'Japanese',
  'Korean',
  'Spanish',
  'Ukrainian',
] as const
export type TranslationLanguage = (typeof translationLanguages)[number]

export const imageStyles = [
  'photorealistic',
  'digital art',
  'comic book',
  'neon punk',
  'isometric',
  'line art',
  '3D model',
] as const
export type ImageStyle = (typeof imageStyles)[number]

/** Types of smart notes. `custom` needs a prompt. */
export const noteTypes = [
  'meeting-notes',
  'user-manual',
  'policy',
  'status-report',
  'technical-documentation',
  'requirements-documentation',
  'custom',
] as const
export type NoteType = (typeof noteTypes)[number]

/** Also the titles of the tabs that they become. */
export const noteTypeLabels: Readonly<Record<NoteType, string>> = {
  'meeting-notes': 'Meeting notes',
  'user-manual': 'User manual',
  policy: 'Policy document',
  'status-report': 'Status report',
  'technical-documentation': 'Technical documentation',
  'requirements-documentation': 'Requirements documentation',
  custom: 'Custom',
}

/** In characters. */
export const aiLimits = {
  preview: 6000,
  imagePrompt: 1000,
  notesPrompt: 1000,
  question: 500,
  /** A selection of the longest note. */
  selectedText: 60_000,
  /** Earlier messages that an answer knows. */
  messages: 6,
} as const

export const promptMessages = {
  missing: 'Please enter a prompt',
  imagePromptTooLong: 'Image prompt should be less than 1000 characters',
  notesPromptTooLong: 'The description can have at most 1000 characters',
} as const
