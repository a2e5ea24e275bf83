/** The files of our fonts. Typst reads only what a document needs, when it needs it. */
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

const require = createRequire(import.meta.url)

const fontPackages: Readonly<Record<string, readonly string[]>> = {
  '@expo-google-fonts/noto-sans': [
    '400Regular',
    '400Regular_Italic',
    '500Medium',
    '600SemiBold',
    '700Bold',
    '700Bold_Italic',
  ],
  '@expo-google-fonts/noto-sans-mono': ['400Regular', '700Bold'],
  '@expo-google-fonts/noto-sans-arabic': ['400Regular', '600SemiBold', '700Bold'],
  '@expo-google-fonts/noto-sans-hebrew': ['400Regular', '600SemiBold', '700Bold'],
  '@expo-google-fonts/noto-sans-thai': ['400Regular', '600SemiBold', '700Bold'],
  '@expo-google-fonts/nanum-gothic': ['400Regular', '700Bold'],
  '@expo-google-fonts/noto-color-emoji': ['400Regular'],
}
/** The package exports only its entry; the fonts are in a folder next to it. */
const chineseFontPackage = '@embedpdf/fonts-sc'

/** Characters covered by our fonts. */
const coveredPattern =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Devanagari}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Hangul}\p{Script=Thai}\p{Script=Common}\p{Script=Inherited}]*$/u

const systemFontFolders = ['/usr/share/fonts', '/usr/local/share/fonts']

/** Whether the text may contain characters that no font has. */
export const mayLackGlyphs = (text: string): boolean => !coveredPattern.test(text)

/** Other scripts (Georgian, Tamil …) use the fonts of the machine, if it has suitable ones. */
export const fontPaths = (text: string): string[] => [
  ...Object.entries(fontPackages).flatMap(([name, parts]) => {
    const root = path.dirname(require.resolve(`${name}/package.json`))
    return parts.map((part) => path.join(root, part))
  }),
  path.join(path.dirname(require.resolve(chineseFontPackage)), '../fonts'),
  ...(mayLackGlyphs(text) ? systemFontFolders.filter((folder) => existsSync(folder)) : []),
]
