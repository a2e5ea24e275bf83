const format = new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** `DD MMMM YYYY` in UTC: 21 November 2026. */
export const longDate = (at: Date): string => format.format(at)
