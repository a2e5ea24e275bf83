/** Days for which a deleted article can be restored. */
export const trashDays = 30

export const trashPerPage = 20
