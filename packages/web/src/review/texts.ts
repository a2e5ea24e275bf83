export const addReviewDate = 'Review date'
export const cancel = 'Cancel'
export const changeReview = 'Change review'
export const chooseOwner = 'Owner'
export const chooseOwnerHelp = 'Owns this article and gets a reminder on the review date.'
export const close = 'Close'
export const confirmed = 'Marked as still true'
export const confirmedOn = (date: string) => `Confirmed ${date}`
export const everyMonths = (months: number) =>
  months === 1 ? 'Every month' : months === 12 ? 'Every year' : `Every ${months} months`
export const firstReview = 'Next review'
export const nobodyFound = 'Nobody found'
export const ownedBy = (name: string) => `Owner: ${name}`
export const removeReview = 'Remove review date'
export const repeat = 'Repeat'
export const reviewActions = (label: string) => `${label}: review`
export const reviewOn = (date: string) => `Review ${date}`
export const reviewTitle = 'Still true?'
export const save = 'Save'
export const stillTrue = 'Still true'
export const stillTrueQuestion = 'Still true?'
export const unknownAuthor = 'Unknown author'
