/** Characters of a link's password. */
export const sharePasswordLimits = { minimum: 4, maximum: 200 } as const
