import { openDialog } from '../../ui/dialogs.ts'
import type { PicturesProps } from './picture.ts'

/** Shows a picture as large as the window lets it be. */
export const openPictures = (props: PicturesProps): Promise<boolean> =>
  openDialog(() => import('./picture-window.tsx').then((module) => module.PictureWindow), props)
