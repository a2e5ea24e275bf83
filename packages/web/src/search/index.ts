export { openCommandPalette, openSearch } from './search.dialogs.ts'
