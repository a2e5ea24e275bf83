import { Secret, TOTP } from 'otpauth'

/** A person's authenticator app in a test; `steps` of 30 s before or after now. */
export function authenticatorApp(secret: string): (steps: number) => string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  return (steps) => totp.generate({ timestamp: Date.now() + steps * 30_000 })
}
