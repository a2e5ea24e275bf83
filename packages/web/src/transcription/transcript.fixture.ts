/** Transcripts for component tests. */
import type { Transcript, TranscriptRecording } from '@knowreel/shared/transcription/transcription.wire.ts'

/** One word every half second, each 400 ms long; a `/` in the text is a pause of two seconds. */
export function aTranscriptRecording(text: string, change: Partial<TranscriptRecording> = {}): TranscriptRecording {
  const words: { start: number; text: string }[] = []
  let at = 0
  for (const word of text.split(' ')) {
    if (word === '/') at += 2000
    else {
      words.push({ start: at, text: word })
      at += 500
    }
  }
  return {
    id: 'video1',
    status: 'done',
    progress: 100,
    error: null,
    language: 'en',
    isEdited: false,
    speakers: ['Speaker 1'],
    words: {
      start: words.map(({ start }) => start),
      end: words.map(({ start }) => start + 400),
      text: words.map((word) => word.text),
      confidence: words.map((word) => (word.text.startsWith('gateway') ? 40 : 98)),
      speaker: words.map(() => 0),
    },
    ...change,
  }
}

export const aTranscript = (recordings: TranscriptRecording[], change: Partial<Transcript> = {}): Transcript => ({
  engine: { label: 'English', isRemote: false, languages: ['en'] },
  abilities: { edit: true },
  translations: [],
  recordings,
  ...change,
})
