import { webPlatform, type WebTable } from './web-page.ts'

/** Google Meet, in English, for guests. */
export const meetTable: WebTable = {
  address: (url) => `${url}?hl=en`,
  clickedAway: ['button[aria-label="Continue without microphone and camera"]'],
  nameField: ['input[aria-label="Your name"]'],
  joinButtons: ['button[aria-label^="Ask to join"]', 'button[aria-label^="Join now"]'],
  // The button that leaves is in the lobby too.
  inCall: ['button[aria-label^="Chat with everyone"]', 'button[aria-label="Show everyone"]'],
  leaveButtons: ['button[aria-label="Leave call"]'],
  people: {
    tile: '[data-participant-id]',
    idAttribute: 'data-participant-id',
    name: ['[data-participant-name]', 'span.notranslate'],
    own: '[data-self-name]',
  },
  chat: {
    open: ['button[aria-label^="Chat with everyone"]'],
    field: [
      'textarea[aria-label^="Send a message"]',
      'div[contenteditable="true"][aria-label^="Send a message"]',
      '[aria-label^="Send a message"] [contenteditable="true"]',
    ],
    send: ['button[aria-label^="Send a message"]'],
    message: '[data-message-id], [role="list"][aria-label*="message" i] [role="listitem"]',
    text: ['[data-message-text]', '[jsname="dTKtvb"]'],
  },
  signInHosts: ['accounts.google.com'],
  challenge: 'iframe[src*="recaptcha"], iframe[title*="reCAPTCHA"]',
  texts: [
    {
      pattern: /(?:someone in the call )?denied your request to join|your request to join was denied/,
      means: 'entry_refused',
    },
    { pattern: /no one responded to your request to join/, means: 'lobby_timeout' },
    { pattern: /you(?:'|’)ve been removed from the (?:meeting|call)/, means: 'removed' },
    { pattern: /check your meeting code|invalid video call name/, means: 'meeting_not_found' },
    { pattern: /(?:this|the) (?:meeting|call) has ended|you left the meeting/, means: 'ended' },
    { pattern: /you can(?:'|’)t join this (?:video )?call/, means: 'sign_in_required' },
    {
      pattern:
        /asking to be let in|you(?:'|’)ll join the call when someone lets you in|host (?:to let you in|brings you into the call)/,
      means: 'lobby',
    },
  ],
}

export const meet = webPlatform(meetTable)
