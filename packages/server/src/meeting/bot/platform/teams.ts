import { webPlatform, type WebTable } from './web-page.ts'

/** Microsoft Teams in the browser, in English, for guests. Many organizations give guests no chat. */
export const teamsTable: WebTable = {
  // Without the page that offers to install the program.
  address: (url) => {
    const address = new URL(url)
    address.searchParams.set('msLaunch', 'false')
    address.searchParams.set('suppressPrompt', 'true')
    return address.href
  },
  clickedAway: ['button[data-tid="joinOnWeb"]', '[role="dialog"] button[data-tid="prejoin-continue-without-av"]'],
  nameField: ['input[data-tid="prejoin-display-name-input"]'],
  joinButtons: ['button[data-tid="prejoin-join-button"]', 'button#prejoin-join-button'],
  inCall: ['button#hangup-button', 'button[data-tid="hangup-main-btn"]'],
  leaveButtons: ['button#hangup-button', 'button[data-tid="hangup-main-btn"]'],
  people: {
    tile: '[data-tid^="participantsInCall-"], [data-stream-type="Video"][data-tid], [data-cid="calling-participant-stream"]',
    idAttribute: 'data-tid',
    name: ['[data-tid="participant-name"]', 'span[title]'],
    own: '[data-tid="participant-self"], [data-is-local="true"]',
  },
  chat: {
    open: ['button#chat-button', 'button[data-tid="chat-button"]'],
    field: ['[data-tid="ckeditor"][contenteditable="true"]', '[role="textbox"][aria-label^="Type a message"]'],
    send: ['button[data-tid="newMessageCommands-send"]', 'button[data-tid="sendMessageCommands-send"]'],
    message: '[data-tid="chat-pane-message"]',
    text: ['[id^="content-"]', '[data-message-content]'],
  },
  signInHosts: ['login.microsoftonline.com', 'login.live.com'],
  challenge: 'iframe[src*="hcaptcha"], iframe[src*="recaptcha"], [data-tid="captcha"]',
  texts: [
    {
      pattern: /you were denied access|denied entry|your request to join was (?:denied|declined)/,
      means: 'entry_refused',
    },
    { pattern: /you(?:'|’)ve been removed from this meeting|you have been removed from/, means: 'removed' },
    {
      pattern: /no one (?:has )?responded to your request|we couldn(?:'|’)t reach anyone to let you in/,
      means: 'lobby_timeout',
    },
    {
      pattern:
        /(?:we couldn(?:'|’)t|can(?:'|’)t) find (?:a|this|the) meeting|meeting (?:id|link) (?:is )?(?:invalid|isn(?:'|’)t valid)/,
      means: 'meeting_not_found',
    },
    { pattern: /sign in to join this meeting|only people with|you need to sign in/, means: 'sign_in_required' },
    { pattern: /(?:this|the) meeting has ended|you left the meeting/, means: 'ended' },
    {
      pattern:
        /someone (?:in the meeting )?(?:should|will) let you in|you(?:'|’)re in the lobby|waiting (?:for someone|to be admitted)/,
      means: 'lobby',
    },
    {
      pattern: /when the meeting starts, we(?:'|’)ll let people know|the meeting hasn(?:'|’)t started/,
      means: 'notStarted',
    },
  ],
}

export const teams = webPlatform(teamsTable)
