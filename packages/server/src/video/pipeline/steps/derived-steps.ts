/** The pictures and levels derived from the playable file, most needed first. */
export const derivedSteps = ['poster', 'storyboard', 'peaks'] as const
export type DerivedStep = (typeof derivedSteps)[number]
