/** Numbers and words of companies that need no schema. */
export const companyTitleMinimum = 3

export const logoLimits = {
  /** Bytes of the picture itself. */
  maximumBytes: 1_000_000,
  /** More than the largest picture takes as base64, with the head of the address. */
  dataUrlLength: 1_400_000,
  tooLarge: 'File size should be less than 1MB',
  wrongFormat: 'Not allowed file format',
} as const

/** Words that can not be the subdomain of a company. */
const reservedDomainNames = new Set(
  'api app admin billing www mail smtp static assets cdn files auth login signup status help docs support blog dev test staging collaboration socket browse shared b'.split(
    ' ',
  ),
)

export const isReservedDomainName = (name: string): boolean => reservedDomainNames.has(name)
