import { loadConfig } from '../server/platform/config.ts'
import { buildWeb } from './build-web.ts'

try {
  // A wrong setting is reported before the build, not after it.
  loadConfig()
  buildWeb()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
await import('../server/main.ts')
