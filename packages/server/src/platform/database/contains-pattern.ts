/** The `like` pattern for texts that contain `text`, which may contain the wildcards themselves. */
export const containsPattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
