import { AppError } from '@knowreel/shared/error/app-error.ts'
import { photoLimits } from '@knowreel/shared/user/user.rules.ts'
import { newFileKey, pictureSize, readPicture, type FileKey, type FileStorage } from '../platform/files/index.ts'

type Form = { userProfileImage?: string | null | undefined; isUserProfileImageDeleted?: boolean | undefined }

const field = 'userProfileImage'
/** Pixels a side: more would cost whoever looks at it more memory than a portrait is worth. */
const mostPixels = 10_000

/** The key of the new photo; null takes the present one away, undefined leaves it. */
export async function keepPhoto(files: FileStorage, form: Form): Promise<FileKey | null | undefined> {
  if (!form.userProfileImage) return form.isUserProfileImageDeleted ? null : undefined
  const { maximumBytes, tooLarge, wrongFormat } = photoLimits
  const picture = readPicture(form.userProfileImage, { field, maximumBytes, tooLarge })
  const size = pictureSize(picture.bytes)
  if (size === null || size.width > mostPixels || size.height > mostPixels)
    throw new AppError('image_format', { fields: [{ field, message: wrongFormat }] })
  const key = newFileKey('photos', picture.contentType)
  await files.put(key, picture.bytes)
  return key
}
