import { buildWeb } from '../../scripts/build-web.ts'

/** The servers of the browser tests serve the built web app. */
export default function setup(): void {
  buildWeb()
}
