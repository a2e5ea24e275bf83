export const passwordLimits = { minimum: 8, maximum: 200 } as const

/** A session lives 30 days from its last use. */
export const sessionDays = 30

export const fullName = (person: { firstName: string; lastName: string }): string =>
  `${person.firstName} ${person.lastName}`.trim()
