/** What restoring does, before it is done. */
export function restoreText(time: string, missingVideos: number): string {
  const words = `The article becomes what it was ${time.startsWith('Today') ? time.replace(/^Today,/, 'today at') : `on ${time}`}. What is published now is kept as a version, and a draft stays as it is.`
  if (missingVideos === 0) return words
  const gone = missingVideos === 1 ? 'One recording is' : `${missingVideos} recordings are`
  return `${words} ${gone} no longer there and will be missing.`
}
