/** Messages about what an import or export changed or omitted. Stored by code, shown by text. */
export const importExportNoteTexts = {
  article_split: 'was too long for one article and was divided',
  moved_up: 'was nested too deeply and was moved up',
  folder_page: 'was a folder without a page of its own: an empty article holds its place',
  title_made: 'had no title: it is called after its file',
  title_cut: 'had a title that was too long: it was cut',
  tags_left_out: 'had more or longer tags than an article can hold: some were left out',
  remote_image: 'is a picture from another site: it became a link',
  image_missing: 'is a picture that is not among the files',
  image_refused: 'is a picture that cannot be read: it was left out',
  file_missing: 'is a file that is not among the files',
  file_refused: 'is a file that cannot be kept: it was left out',
  file_unused: 'is used by no page and was left out',
  link_dead: 'is a link to a page that is not among the files',
  mention_text: 'names somebody who is not in this company: the name stays as text',
  table_cut: 'is a table with more rows than a note can hold: the last ones were left out',
  part_unreadable: 'has a part that is too large or too deep to be read: its text was kept',
  page_too_large: 'is too large to be read and was left out',
  page_unreadable: 'cannot be read and was left out',
  encoding_guessed: 'is not UTF-8: its letters may be wrong',
  name_unsafe: 'has a name that leads out of the archive and was left out',
  name_twice: 'is in the archive twice: the first one was taken',
  symbolic_link: 'is a link to another file and was left out',
  archive_inside: 'is an archive in the archive: import it separately',
  encrypted: 'is locked with a password and was left out',
  database_views: 'is another view of a table and was left out',
  drafts_limit: 'stays at the top level among the drafts until the article above it is published',
  recording_missing: 'is a recording that cannot be read: it was left out',
  rendition_missing: 'has no complete video yet: its recordings are there instead',
  recording_not_allowed: 'has a recording that only its author and the admins of the workspace may take out',
  article_gone: 'was deleted in the meantime and was left out',
  file_gone: 'is a file that is not there any more',
} as const

export type ImportExportNoteKind = keyof typeof importExportNoteTexts

export const importExportNoteKinds = Object.keys(importExportNoteTexts) as [
  ImportExportNoteKind,
  ...ImportExportNoteKind[],
]

/** Messages for a failed import or export. */
export const importExportErrors = {
  failed: 'Something went wrong',
  not_allowed: 'You no longer have access to this',
  nothing_found: 'There is no page in these files that can be imported',
  not_a_zip: 'The archive cannot be opened: it is damaged or not a zip',
  zip_too_many: 'The archive has too many files: 20,000 at most',
  zip_too_large: 'The archive is too large when it is unpacked: 4 GB at most',
  zip_hostile: 'The archive was refused: its files lie over one another or are not the size they say',
  source_gone: 'The uploaded files are not there any more: please choose them again',
  workspace_archived: 'This workspace is archived',
} as const

export type ImportExportErrorCode = keyof typeof importExportErrors

export const isImportExportErrorCode = (value: string): value is ImportExportErrorCode =>
  Object.hasOwn(importExportErrors, value)
