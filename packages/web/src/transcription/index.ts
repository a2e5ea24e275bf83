export { TranscriptionButton } from './panel/transcription-button.tsx'
export { TranscriptionSide } from './panel/transcription-side.tsx'
export { ReaderTranscript } from './transcription.parts.ts'
