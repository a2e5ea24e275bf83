/** The palette. A note stores the hex value; rendering adapts it to the reader's theme. */
export type Swatch = { readonly name: string; readonly colour: string | null }

export const inks: readonly Swatch[] = [
  { name: 'Default', colour: null },
  { name: 'Grey', colour: '#6b655c' },
  { name: 'Brown', colour: '#8a5a2b' },
  { name: 'Red', colour: '#c4302b' },
  { name: 'Orange', colour: '#c4620a' },
  { name: 'Green', colour: '#2e7d4f' },
  { name: 'Blue', colour: '#2563c9' },
  { name: 'Purple', colour: '#7a3fc4' },
  { name: 'Pink', colour: '#c0327f' },
]

export const tones: readonly Swatch[] = [
  { name: 'None', colour: null },
  { name: 'Grey', colour: '#e6e3dd' },
  { name: 'Yellow', colour: '#fbebb4' },
  { name: 'Red', colour: '#f8d3cf' },
  { name: 'Orange', colour: '#fbdcc0' },
  { name: 'Green', colour: '#d5efdc' },
  { name: 'Blue', colour: '#d3e4fb' },
  { name: 'Purple', colour: '#e6dcfb' },
  { name: 'Pink', colour: '#f9d6e8' },
]
