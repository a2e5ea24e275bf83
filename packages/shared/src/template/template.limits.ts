/** Length of a name, and how many templates a person and a company may have. */
export const templateLimits = { title: 60, own: 50, ofCompany: 100 } as const
