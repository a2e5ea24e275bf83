/** What is made of the playable file, in the order in which people miss it. */
export const derivedSteps = ['poster', 'storyboard', 'peaks', 'audio'] as const
export type DerivedStep = (typeof derivedSteps)[number]
