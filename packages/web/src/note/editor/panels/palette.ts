import * as texts from '../texts.ts'
/** The palette. A note stores the hex value; rendering adapts it to the reader's theme. */
export type Swatch = { readonly name: string; readonly colour: string | null }

export const textColours: readonly Swatch[] = [
  { name: texts.defaultLabel, colour: null },
  { name: texts.grey, colour: '#6b655c' },
  { name: texts.brown, colour: '#8a5a2b' },
  { name: texts.red, colour: '#c4302b' },
  { name: texts.orange, colour: '#c4620a' },
  { name: texts.green, colour: '#2e7d4f' },
  { name: texts.blue, colour: '#2563c9' },
  { name: texts.purple, colour: '#7a3fc4' },
  { name: texts.pink, colour: '#c0327f' },
]

export const highlightColours: readonly Swatch[] = [
  { name: texts.none, colour: null },
  { name: texts.grey, colour: '#e6e3dd' },
  { name: texts.yellow, colour: '#fbebb4' },
  { name: texts.red, colour: '#f8d3cf' },
  { name: texts.orange, colour: '#fbdcc0' },
  { name: texts.green, colour: '#d5efdc' },
  { name: texts.blue, colour: '#d3e4fb' },
  { name: texts.purple, colour: '#e6dcfb' },
  { name: texts.pink, colour: '#f9d6e8' },
]
