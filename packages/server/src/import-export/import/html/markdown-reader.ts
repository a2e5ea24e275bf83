/** Parses Markdown in a separate thread, page after page. */
import { ParserThread } from '../../../platform/threads/parser-thread.ts'
import { parseLimits } from '../import-limits.ts'
import type { Dialect } from '../archive/detect-dialect.ts'

export type MarkdownRequest = { readonly text: string; readonly dialect: Dialect }

const thread = new ParserThread<MarkdownRequest, string>(new URL('./markdown.thread.ts', import.meta.url))

/** Returns HTML. Null if the text is too large or too deeply nested, or takes longer than `maxMs`. */
export const parseMarkdown = (
  text: string,
  { dialect, maxMs = parseLimits.markdown.maxMs }: { readonly dialect: Dialect; readonly maxMs?: number },
): Promise<string | null> => thread.parse({ text, dialect }, maxMs)
