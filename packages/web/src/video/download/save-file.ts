/** The response is sent as an attachment, so the page does not navigate. */
export function saveFile({ url, name }: { readonly url: string; readonly name: string }): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
}
