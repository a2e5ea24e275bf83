const closedToggles = 'details:not([open]), [data-type="toggle"][data-closed]'

/** Opens the toggles around an element that is about to be shown, in the readable text and in the editor. */
export function openTogglesAround(element: Element | null): void {
  for (let toggle = element?.closest(closedToggles); toggle; toggle = toggle.parentElement?.closest(closedToggles)) {
    if (toggle instanceof HTMLDetailsElement) toggle.open = true
    else toggle.querySelector<HTMLElement>(':scope > button')?.click()
  }
}
