import { setTimeout as sleep } from 'node:timers/promises'
import { TOTP } from 'otpauth'

const stepMs = 30_000
// A step that is about to end would be over before its code is typed.
const marginMs = 10_000

/**
 * Returns an authenticator app. Each code is a new one, because the server accepts none twice. It waits if necessary.
 */
export function createAuthenticator(key: string): () => Promise<string> {
  const app = new TOTP({ secret: key.replaceAll(' ', '') })
  const now = Date.now() / stepMs
  // The server also accepts the codes of the neighbouring steps, so three codes are available at once.
  let next = Math.floor(now) - ((now % 1) * stepMs < stepMs - marginMs ? 1 : 0)
  return async () => {
    const step = next
    next += 1
    await sleep(Math.max(0, (step - 1) * stepMs - Date.now()))
    return app.generate({ timestamp: step * stepMs })
  }
}
