import { browser } from 'wxt/browser'

/** The address of a page of the extension. */
export const extensionUrl = (path: `/${string}`): string => `chrome-extension://${browser.runtime.id}${path}`
