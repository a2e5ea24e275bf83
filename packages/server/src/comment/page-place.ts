/** Where the next page begins, as it travels: milliseconds and id. */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { CommentPlace } from './comment.queries.ts'

const pattern = /^(\d{1,13})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

export const writePlace = ({ createdAt, id }: CommentPlace): string => `${createdAt.getTime()}_${id}`

export function readPlace(text: string): CommentPlace {
  const [, time, id] = pattern.exec(text) ?? []
  if (time === undefined || id === undefined)
    throw new AppError('invalid_input', { fields: [{ field: 'before', message: 'This place is not known' }] })
  return { createdAt: new Date(Number(time)), id }
}
