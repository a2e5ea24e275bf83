export { openShare, prepareShare } from './dialog/open-share.ts'
export { SharedLinks } from './links/shared-links.tsx'
export { SharingSwitch } from './links/sharing-switch.tsx'
