import react from '@vitejs/plugin-react'
import { defineConfig } from 'wxt'
import extensionPackage from './package.json' with { type: 'json' }

/** The public key fixes the extension's id, wherever it is loaded from: bmckhoingjboiimaidheccahdbcnjcjp. */
const key =
  'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAtoxPis/p0Z+fxZSzSBufW03J+QbWrs2kXRYbCSS64NqnJusEFgDb5npWdfw6/PGDKpWKnexqYyGb5snZnGrU9Sd0Bk/Pm9yNeucJsaHLo8gA/dfkqIMHiK+LcV726jkYiZAT9UNgspW5P1BSb6LYmfFrprGUpmXQT7r5S4yCgfhaBgfPdPMi6URamFRY4kCDAt/uxvUARtJGjOgmezETaI0Qr3HqpCSpvN+CiCqAAQ3nNSCGdFMoM7ZEVonPYezzOoPQ83FbD2NJfXQ/B6vMyOjUP5QRcBM53TiHR1oShQznC85nx3h3S8L3g1DzgNAMWflvQCtkwy1OZIgFwWCqxQIDAQAB'

export default defineConfig({
  srcDir: 'src',
  outDir: 'dist',
  imports: false,
  vite: () => ({ plugins: [react()], build: { target: 'es2023', modulePreload: { polyfill: false } } }),
  manifest: {
    key,
    name: 'Knowreel Recorder',
    short_name: 'Knowreel',
    version: extensionPackage.version,
    description: 'Record a tab, a window, your screen or your camera. The article exists before you stop.',
    minimum_chrome_version: '116',
    icons: { 16: 'icon/16.png', 32: 'icon/32.png', 48: 'icon/48.png', 128: 'icon/128.png' },
    // Nothing about other pages is readable until the person opens the extension there.
    permissions: ['activeTab', 'offscreen', 'scripting', 'tabCapture', 'unlimitedStorage'],
    optional_host_permissions: ['https://*/*', 'http://*/*'],
    web_accessible_resources: [{ resources: ['camera.html'], matches: ['<all_urls>'] }],
    commands: {
      'start-or-stop': { suggested_key: { default: 'Alt+Shift+R' }, description: 'Start or stop recording' },
      'mark-paragraph': { suggested_key: { default: 'Alt+Shift+P' }, description: 'New paragraph' },
      'pause-or-resume': { suggested_key: { default: 'Alt+Shift+S' }, description: 'Pause or resume' },
    },
  },
})
