import { openDialog } from '../ui/dialog/dialogs.ts'

export const openSearch = (): void =>
  void openDialog(() => import('./search-dialog.tsx').then((module) => module.SearchDialog), {})

export const openCommandPalette = (openShortcuts: () => void): void =>
  void openDialog(() => import('./palette/command-palette.tsx').then((module) => module.CommandPalette), {
    openShortcuts,
  })
