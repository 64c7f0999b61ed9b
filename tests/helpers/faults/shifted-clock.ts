// Loaded before a server, moves the clock of its process: `node --import ./shifted-clock.ts server/main.ts`. The file that CLOCK_FILE
// names has the milliseconds by which the clock is ahead. The clock that only goes forward, for durations, stays as it is.
import { readFileSync } from 'node:fs'

const file = process.env['CLOCK_FILE'] ?? ''
const everyMs = 20
let aheadMs = 0

const read = () => {
  aheadMs = Number(readFileSync(file, 'utf8'))
}
read()
setInterval(read, everyMs).unref()

const RealDate = Date

globalThis.Date = new Proxy(RealDate, {
  construct(target, parts: unknown[], newTarget) {
    const moment = parts.length === 0 ? [RealDate.now() + aheadMs] : parts
    return Reflect.construct(target, moment, newTarget) as object
  },
  apply: () => new RealDate(RealDate.now() + aheadMs).toString(),
  get(target, name, receiver) {
    return name === 'now' ? () => target.now() + aheadMs : (Reflect.get(target, name, receiver) as unknown)
  },
})
