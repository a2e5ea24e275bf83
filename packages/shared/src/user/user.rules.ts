export const passwordLimits = { minimum: 8, maximum: 200 } as const

export const photoLimits = {
  /** Bytes of the picture itself. */
  maximumBytes: 3_000_000,
  /** More than the largest picture takes as base64, with the head of the address. */
  dataUrlLength: 4_100_000,
  tooLarge: 'File size should be less than 3 MB',
  wrongFormat: 'Not allowed file format',
} as const

/** A session lives 30 days from its last use. */
export const sessionDays = 30

export const fullName = (person: { firstName: string; lastName: string }): string =>
  `${person.firstName} ${person.lastName}`.trim()
