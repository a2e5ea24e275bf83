import type { Word } from '@knowreel/shared/transcription/transcript.ts'
import { SpeechFault, type SpeechEngine } from '../speech-engine.ts'
import { runSpeechProcess } from './speech-process.ts'

/**
 * The model answers other languages with fluent invented English, but is never sure of it: English is above −0.5, other
 * languages below −0.7.
 */
const minSureness = -0.6
/** Pieces below this confidence are dropped as noise. */
const minPieceSureness = -1.1

/** Works after a plain install, without a network. */
export const embeddedEngine: SpeechEngine = {
  name: 'moonshine-tiny',
  label: 'English',
  isRemote: false,
  languages: ['en'],
  async transcribe({ language, duration, onProgress, onWords, ...run }) {
    if (language !== null && !language.startsWith('en')) throw new SpeechFault('language_unsupported', language, true)
    const words: Word[] = []
    let [sure, unsure] = [0, 0]
    await runSpeechProcess({
      ...run,
      mode: 'words',
      duration,
      onLine(line) {
        if ('time' in line) onProgress((line.time / Math.max(1, duration)) * 100)
        if (!('heard' in line)) return
        const { from, to, sureness } = line.heard
        if (line.heard.words.length === 0 && sureness === 0) return
        if (sureness >= minSureness) sure += to - from
        else unsure += to - from
        if (sureness >= minPieceSureness) words.push(...line.heard.words.map((word) => ({ ...word, speaker: null })))
        // Invented words of another language are not shown.
        if (sure > unsure) onWords?.(words)
      },
    })
    if (unsure > sure) throw new SpeechFault('language_unsupported', 'the model is not sure of its words', true)
    return { language: 'en', words }
  },
}
