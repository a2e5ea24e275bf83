/** Where the live socket of a page is; without the shapes, so that a page can name it for little. */

export const LIVE_PATH = '/live'

/** Articles that one socket may watch. */
export const MOST_WATCHED = 20
