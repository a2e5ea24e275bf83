/**
 * A note as print data: everything here has been validated, so the template renders it without checks. It is sent to
 * the renderer as JSON, never as markup.
 */
import type { CodeKind } from '@knowreel/shared/note/code-tokens.ts'
import type { ColumnLayout, NoteAlignment } from '@knowreel/shared/note/note-formats.ts'
import type { CalloutKind } from '@knowreel/shared/note/callout-kinds.ts'

export type Direction = 'ltr' | 'rtl'

/** Text with its formatting; omitted properties are plain. */
export type PrintedText = {
  readonly k: 'text'
  readonly text: string
  readonly bold?: true
  readonly italic?: true
  readonly underline?: true
  readonly strike?: true
  readonly code?: true
  readonly href?: string
  readonly colour?: string
  /** `#rrggbb`. */
  readonly highlight?: string
  readonly font?: 'serif'
  /** In points. */
  readonly size?: number
}
/** In points; without a file its alternative text appears in a frame. */
export type PrintedPicture = {
  readonly k: 'picture'
  readonly file: string | null
  readonly words: string
  readonly width: number | null
  readonly height: number | null
  /** Maximum width here. */
  readonly maxWidth: number
  readonly placement: 'inline' | 'block' | 'left' | 'right'
}
export type PrintedInline =
  PrintedText | PrintedPicture | { readonly k: 'break' } | { readonly k: 'mention'; readonly text: string }

export type PrintedLine = {
  readonly k: 'paragraph' | 'heading'
  /** 1 to 5; 0 for a paragraph. */
  readonly level: number
  readonly align: NoteAlignment | null
  /** In points. */
  readonly indent: number
  readonly dir: Direction
  readonly content: readonly PrintedInline[]
}

export type PrintedCell = {
  readonly x: number
  readonly y: number
  readonly colspan: number
  readonly rowspan: number
  readonly isHead: boolean
  readonly align: 'left' | 'center' | 'right' | null
  readonly content: readonly PrintedBlock[]
}
export type PrintedTable = {
  readonly k: 'table'
  readonly dir: Direction
  /** Names the part of a table that was too wide; empty for a whole table. */
  readonly caption: string
  /** In points, or null for a share of the remaining width. */
  readonly columns: readonly (number | null)[]
  /** Number of rows that are repeated on every page. */
  readonly head: number
  readonly cells: readonly PrintedCell[]
  /** In points. */
  readonly size: number
}

export type PrintedCodePiece = { readonly text: string; readonly kind: CodeKind | null }

export type PrintedBlock =
  | PrintedLine
  | PrintedTable
  | PrintedPicture
  | { readonly k: 'list'; readonly dir: Direction; readonly items: readonly (readonly PrintedBlock[])[] }
  | {
      readonly k: 'enum'
      readonly dir: Direction
      readonly start: number
      readonly style: '1' | 'a' | 'A' | 'i' | 'I'
      readonly items: readonly (readonly PrintedBlock[])[]
    }
  | {
      readonly k: 'tasks'
      readonly dir: Direction
      readonly items: readonly { readonly isDone: boolean; readonly content: readonly PrintedBlock[] }[]
    }
  | { readonly k: 'quote'; readonly dir: Direction; readonly content: readonly PrintedBlock[] }
  | {
      readonly k: 'callout'
      readonly kind: CalloutKind
      readonly dir: Direction
      readonly content: readonly PrintedBlock[]
    }
  /** Open, since paper cannot be. */
  | { readonly k: 'toggle'; readonly dir: Direction; readonly content: readonly PrintedBlock[] }
  /** The template lists the headings with their pages. */
  | { readonly k: 'contents' }
  | {
      readonly k: 'code'
      /** As written. */
      readonly text: string
      /** The same with its colours; words may break at U+200B. */
      readonly lines: readonly (readonly PrintedCodePiece[])[]
    }
  | { readonly k: 'rule' }
  | {
      readonly k: 'columns'
      readonly layout: ColumnLayout
      readonly columns: readonly (readonly PrintedBlock[])[]
    }
  | { readonly k: 'file'; readonly name: string; readonly facts: string }
  /** A page of another site; without a title, its address is the title. */
  | {
      readonly k: 'embed'
      readonly title: string
      readonly href: string
      readonly address: string
      readonly site: string
    }
  /** An image with the following lines flowing beside it. */
  | {
      readonly k: 'float'
      readonly picture: PrintedPicture
      readonly side: 'left' | 'right'
      readonly lines: readonly PrintedLine[]
    }

/** The heading of the document, and its metadata. */
export type PrintedHead = {
  readonly title: string
  /** One emoji, or empty. */
  readonly icon: string
  readonly workspace: string
  readonly author: string
  /** `DD MMMM YYYY` */
  readonly date: string
  /** Tab name, if the article has more than one. */
  readonly tab: string
  readonly language: string
  readonly dir: Direction
  /** Seconds since 1970: the creation date of the document, fixed so that equal content gives equal bytes. */
  readonly time: number
}

export type PrintedDocument = { readonly head: PrintedHead; readonly blocks: readonly PrintedBlock[] }
