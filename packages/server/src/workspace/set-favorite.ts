import type { Db } from '../platform/database/db.ts'
import { deleteFavorite, insertFavorite } from './workspace.queries.ts'

/** Favourites are stored per person. */
export async function setFavorite(
  db: Db,
  favorite: { workspaceId: string; userId: string },
  isFavorite: boolean,
): Promise<void> {
  await (isFavorite ? insertFavorite(db, favorite) : deleteFavorite(db, favorite))
}
