/** Characters of a title and a tag; paragraphs per article; tags per paragraph. */
export const paragraphLimits = { title: 200, paragraphs: 500, tags: 20, tag: 50 } as const
