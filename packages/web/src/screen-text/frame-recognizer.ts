/** Recognises text in this browser: the frame leaves it never, and every file comes from our own server. */
import tesseract from 'tesseract.js'
import { toLines, type RecognizedLine } from '@knowreel/shared/screen-text/recognized-text.ts'
import { ocrFilesPath, type TextLanguage } from '@knowreel/shared/screen-text/text-languages.ts'

export type FrameRecognizer = {
  /** Lines with boxes in pixels of the frame. Progress from 0 to 100. */
  readonly recognize: (
    frame: HTMLCanvasElement,
    language: TextLanguage,
    onProgress: (percent: number) => void,
  ) => Promise<RecognizedLine[]>
  readonly close: () => Promise<unknown>
}

/** Below it is noise; the screen marks what is a little above as uncertain. */
const minConfidence = 30
/** Smaller frames are doubled: letters of 13 pixels can only be read then. */
const maxDoubledWidth = 1400
/** The worker reports nothing when it cannot start. */
const stallMs = 30_000
/** Share of the progress that loading takes, if the recogniser has to be loaded. In percent. */
const loadingShare = { core: 10, data: 25, start: 30 }

export function createFrameRecognizer(): FrameRecognizer {
  let running: { readonly language: TextLanguage; readonly worker: Promise<tesseract.Worker> } | null = null
  let report: (message: tesseract.LoggerMessage) => void = () => {}

  function start(language: TextLanguage): Promise<tesseract.Worker> {
    // Screens contain Latin letters, whatever the language.
    const languages = language === 'eng' ? ['eng'] : [language, 'eng']
    const worker = tesseract.createWorker(languages, tesseract.OEM.LSTM_ONLY, {
      workerPath: `${ocrFilesPath}/worker.min.js`,
      corePath: ocrFilesPath,
      langPath: ocrFilesPath,
      workerBlobURL: false,
      cacheMethod: 'none',
      logger: (message) => report(message),
      errorHandler: () => undefined,
    })
    running = { language, worker }
    return worker
  }

  async function close(): Promise<void> {
    const ended = running
    running = null
    await (await ended?.worker)?.terminate()
  }

  return {
    close,
    async recognize(frame, language, onProgress) {
      if (running !== null && running.language !== language) await close()
      const isLoaded = running !== null
      const stall = createStall()
      report = ({ status, progress }) => {
        stall.refresh()
        onProgress(shareOf(status, progress, isLoaded))
      }
      const work = async () => {
        const worker = await (running?.worker ?? start(language))
        const factor = frame.width <= maxDoubledWidth ? 2 : 1
        const { data } = await worker.recognize(scaled(frame, factor), {}, { text: false, blocks: true })
        return linesOf(data, factor)
      }
      try {
        return await Promise.race([work(), stall.failure])
      } finally {
        stall.stop()
      }
    },
  }
}

function createStall() {
  const { promise, reject } = Promise.withResolvers<never>()
  const fail = () => reject(new Error('The recogniser does not respond'))
  let timer = setTimeout(fail, stallMs)
  const stop = () => clearTimeout(timer)
  return {
    failure: promise,
    stop,
    refresh() {
      stop()
      timer = setTimeout(fail, stallMs)
    },
  }
}

function shareOf(status: string, progress: number, isLoaded: boolean): number {
  const { core, data, start } = loadingShare
  if (status === 'recognizing text') return isLoaded ? progress * 100 : start + progress * (100 - start)
  if (isLoaded) return 0
  if (status.startsWith('loading language')) return core + progress * (data - core)
  return status.startsWith('initializ') && status.includes('api') ? data + progress * (start - data) : progress * core
}

function scaled(frame: HTMLCanvasElement, factor: number): HTMLCanvasElement {
  if (factor === 1) return frame
  const copy = document.createElement('canvas')
  Object.assign(copy, { width: frame.width * factor, height: frame.height * factor })
  const brush = copy.getContext('2d', { alpha: false })
  if (brush) brush.imageSmoothingQuality = 'high'
  brush?.drawImage(frame, 0, 0, copy.width, copy.height)
  return copy
}

function linesOf({ blocks }: tesseract.Page, factor: number): RecognizedLine[] {
  const lines = (blocks ?? []).flatMap(({ paragraphs }) => paragraphs.flatMap((paragraph) => paragraph.lines))
  return toLines(
    lines.map(({ words }) =>
      words.map(({ text, confidence, bbox }) => ({
        text,
        confidence,
        box: { left: bbox.x0 / factor, top: bbox.y0 / factor, right: bbox.x1 / factor, bottom: bbox.y1 / factor },
      })),
    ),
    { minConfidence },
  )
}
