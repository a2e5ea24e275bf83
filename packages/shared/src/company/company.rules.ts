/** Limits of companies without a schema. */
export const minCompanyTitleLength = 3

export const logoLimits = {
  /** Bytes of the picture. */
  maximumBytes: 1_000_000,
  /** Covers the largest logo as base64 with its data URL prefix. */
  dataUrlLength: 1_400_000,
  tooLarge: 'File size should be less than 1MB',
  wrongFormat: 'Not allowed file format',
} as const

/** Words that cannot be a company's subdomain. */
const reservedDomainNames = new Set(
  'api app admin billing www mail smtp static assets cdn files auth login signup status help docs support blog dev test staging collaboration socket browse shared b'.split(
    ' ',
  ),
)

export const isReservedDomainName = (name: string): boolean => reservedDomainNames.has(name)
