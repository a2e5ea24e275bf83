/**
 * Copies text to the clipboard; false if the browser does not allow it. Safari allows it only in the task of the press:
 * pass a text that has yet to be fetched as a promise. False too if that gives none; rejects only if it does.
 */
export async function copyText(text: string | Promise<string | null>): Promise<boolean> {
  try {
    if (typeof text === 'string') await navigator.clipboard.writeText(text)
    else await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text.then(requireText) })])
    return true
  } catch {
    const found = await text
    return found !== null && copyBySelection(found)
  }
}

function requireText(text: string | null): string {
  if (text === null) throw new Error('There is nothing to copy')
  return text
}

/** Without HTTPS the Clipboard API is unavailable, but a selection can be copied. */
function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea')
  const focused = document.activeElement
  field.value = text
  field.style.position = 'fixed'
  field.style.opacity = '0'
  document.body.append(field)
  field.select()
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    field.remove()
    if (focused instanceof HTMLElement) focused.focus()
  }
}
