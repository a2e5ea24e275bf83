/** Characters of the password of a link. */
export const sharePasswordLimits = { minimum: 4, maximum: 200 } as const
