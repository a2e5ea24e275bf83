import { COLLABORATION_PATH, LIVE_PATH } from '../socket/session-socket.ts'
import type { Check } from './system-check.calls.ts'

export const webSocketAdvice =
  `The proxy in front of Knowreel must pass WebSockets on ${COLLABORATION_PATH}, /socket and ${LIVE_PATH}. ` +
  'Add the lines of your proxy, reload it, and run the check again.'

/** The configuration that lets each proxy pass WebSockets. Caddy and Traefik pass them by default. */
export const webSocketLines: Check['lines'] = [
  {
    label: 'nginx',
    text: [
      'proxy_http_version 1.1;',
      'proxy_set_header Upgrade $http_upgrade;',
      'proxy_set_header Connection "upgrade";',
      'proxy_set_header Host $host;',
      'proxy_read_timeout 300s;',
    ].join('\n'),
  },
  { label: 'Caddy', text: 'reverse_proxy 127.0.0.1:3000' },
  {
    label: 'Traefik',
    text: [
      'http:',
      '  services:',
      '    knowreel:',
      '      loadBalancer:',
      '        passHostHeader: true',
      "        servers: [{ url: 'http://127.0.0.1:3000' }]",
    ].join('\n'),
  },
]
