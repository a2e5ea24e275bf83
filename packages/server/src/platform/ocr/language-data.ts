/** Where the language data is: in npm packages where they exist, otherwise in our own folder. */
import { textLanguages, type TextLanguage } from '@knowreel/shared/screen-text/text-languages.ts'
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'

const require = createRequire(import.meta.url)
const ownFolder = fileURLToPath(new URL('../../../ocr-data/', import.meta.url))
/** Integer models: as exact as the others, and three times as fast. */
const variant = '4.0.0_best_int'

export function languageFile(language: TextLanguage): string {
  const name = `${language}.traineddata.gz`
  if (language === 'rus') return path.join(ownFolder, name)
  return path.join(path.dirname(require.resolve(`@tesseract.js-data/${language}/package.json`)), variant, name)
}

/** Recognisers read all languages from one folder. */
export async function writeLanguageData(folder: string, isPacked: boolean): Promise<void> {
  for (const language of textLanguages) {
    const source = languageFile(language)
    if (isPacked) await copyFile(source, path.join(folder, path.basename(source)))
    else await writeFile(path.join(folder, `${language}.traineddata`), await promisify(gunzip)(await readFile(source)))
  }
}

const cores = ['relaxedsimd-lstm', 'simd-lstm', 'lstm'].map((name) => `tesseract-core-${name}.wasm.js`)

/** The files that a browser may request, by the path below `ocrFilesPath`. */
export function browserFiles(): ReadonlyMap<string, string> {
  const library = path.dirname(require.resolve('tesseract.js/package.json'))
  const core = path.dirname(createRequire(path.join(library, 'package.json')).resolve('tesseract.js-core/package.json'))
  return new Map([
    ['worker.min.js', path.join(library, 'dist/worker.min.js')],
    ...cores.map((name) => [name, path.join(core, name)] as const),
    ...textLanguages.map((language) => [`${language}.traineddata.gz`, languageFile(language)] as const),
  ])
}
