/** Parses the HTML of notes outside the main thread; html-to-note.ts starts and ends this thread. */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { newKey } from '@knowreel/shared/identity/ids.ts'
import { withBlockKeys } from '@knowreel/shared/note/note-document.ts'
import { noteSchema } from '@knowreel/shared/note/note-schema.ts'
import { parentPort } from 'node:worker_threads'
import { parseNoteHtml } from './parse-note-html.ts'
import { toParsedNote } from './parsed-note.ts'

parentPort?.on('message', (html: string) => void answer(html))

/** Anything but a refusal ends the thread. */
async function answer(html: string): Promise<void> {
  try {
    const note = await parseNoteHtml(html, async () => noteSchema)
    parentPort?.postMessage(toParsedNote(withBlockKeys(note, newKey)))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    parentPort?.postMessage(null)
  }
}
