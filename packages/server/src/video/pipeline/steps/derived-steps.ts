/** The files derived from the playable file, most needed first. */
export const derivedSteps = ['poster', 'storyboard', 'peaks', 'audio'] as const
export type DerivedStep = (typeof derivedSteps)[number]
