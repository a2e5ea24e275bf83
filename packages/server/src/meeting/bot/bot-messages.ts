/** Messages that the bot writes and understands in a call. */
const maxNameLength = 60

type Announced = { readonly botName: string; readonly organizer: string; readonly company: string }

/** The name that everyone in the call sees: the bot's, and for whom it records. */
export const displayName = (botName: string, organizer: string): string => {
  const name = `${botName} (records for ${organizer})`
  return name.length <= maxNameLength ? name : `${name.slice(0, maxNameLength - 2)}…)`
}

export const announcementOf = ({ botName, organizer, company }: Announced): string =>
  `${botName} records this meeting for ${organizer} (${company}): picture, sound and who takes part. ` +
  'The recording and a transcript become an article. To end the recording, write “stop recording” here.'

export const farewell = 'The recording has ended.'

const plain = (text: string): string => text.normalize('NFKC').replaceAll(/\s+/g, ' ').trim().toLowerCase()

/** Whether the message contains the request. */
export const asksToStop = (text: string): boolean =>
  /\bstop(?:ping)?(?: the| this)? recording\b/.test(plain(text)) && !plain(text).includes('write “stop recording”')

/** Compares the first 80 characters, because services shorten messages. */
export const isSaid = (message: string, announcement: string): boolean =>
  plain(message).startsWith(plain(announcement).slice(0, 80))
