import { setTimeout as sleep } from 'node:timers/promises'
import { TOTP } from 'otpauth'

const stepMs = 30_000
// A step that is about to end would be over before its code is typed.
const marginMs = 10_000

/** An authenticator app: each code is another one, as the server takes none twice. It waits where it has to. */
export function createAuthenticator(key: string): () => Promise<string> {
  const app = new TOTP({ secret: key.replaceAll(' ', '') })
  const now = Date.now() / stepMs
  // The server takes the codes of the neighbouring steps, so three can be had at once.
  let next = Math.floor(now) - ((now % 1) * stepMs < stepMs - marginMs ? 1 : 0)
  return async () => {
    const step = next
    next += 1
    await sleep(Math.max(0, (step - 1) * stepMs - Date.now()))
    return app.generate({ timestamp: step * stepMs })
  }
}
