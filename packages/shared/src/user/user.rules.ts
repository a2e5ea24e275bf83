export const passwordLimits = { minimum: 8, maximum: 200 } as const

export const photoLimits = {
  /** Bytes of the picture. */
  maximumBytes: 3_000_000,
  /** Covers the largest photo as base64 with its data URL prefix. */
  dataUrlLength: 4_100_000,
  tooLarge: 'File size should be less than 3 MB',
  wrongFormat: 'Not allowed file format',
} as const

/** A session expires 30 days after its last use. */
export const sessionLifetimeDays = 30

export const fullName = (person: { firstName: string; lastName: string }): string =>
  `${person.firstName} ${person.lastName}`.trim()
