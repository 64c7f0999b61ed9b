import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getSession } from '../../contract/auth.ts'
import { eventsPath } from '../../contract/events.ts'
import type { OutputOf } from '../../contract/operation.ts'
import { copyDatabase } from '../helpers/database-copy.ts'
import { expectAgreement } from '../helpers/faults/expect-whole-books.ts'
import type { Entry, Journal } from '../helpers/faults/journal.ts'
import { startMoneyLoad, withoutStepUp, type MoneyLoad } from '../helpers/faults/money-load.ts'
import { nameAnswer } from '../helpers/faults/post.ts'
import { sizeOf, startScenario } from '../helpers/faults/scenario.ts'
import { acknowledge, sendOnce } from '../helpers/faults/send.ts'
import { startServer, type TestServer } from '../helpers/server.ts'

const times = sizeOf({ short: 1, full: 10 })
const loadMs = sizeOf({ short: 1_000, full: 10_000 })

let server: TestServer
beforeAll(async () => {
  server = await startServer({ env: withoutStepUp })
})
afterAll(async () => server.stop())

test(
  'a server that returns to an earlier moment answers calls about what it has forgotten, and no coin is wrong [R16]',
  { timeout: 60_000 + times * (loadMs + 60_000) },
  async (context) => {
    const { chance, note } = startScenario(context, { promises: 'R4, R16', faults: `${times} returns` })
    let [kept, gone] = [0, 0]
    for (let time = 0; time < times; time += 1) {
      const before = await startMoneyLoad(server, { chance: chance.fork(`before ${time}`), calls: 40 })
      await before.done
      const copy = await copyDatabase(server)
      const later = await startMoneyLoad(server, { chance: chance.fork(`later ${time}`), callers: before.callers })
      const strangers = await startMoneyLoad(server, { chance: chance.fork(`strangers ${time}`) })
      await sleep(loadMs)
      await Promise.all([later.end(), strangers.end()])
      await expectAgreement(server, together(before, later))
      await copy.restore()

      // The books are those of the copy to the coin.
      await expectAgreement(server, before)
      expect(await repeatOnce(before)).toEqual(['200'])
      // People who are newer than the copy are strangers, and see that they are not signed in.
      expect(await repeatOnce(strangers)).toEqual(['401 not_signed_in'])
      expect(await readAsStranger(strangers)).toEqual([null, 401])
      // A forgotten submission is made anew, as far as a member may have open requests. A decision about a forgotten one finds none.
      for (const entry of later.journal.entries) Object.assign(entry, forgotten)
      const answers = await repeatOnce(later)
      expect(answers.filter((answer) => answer !== '409 open_requests_full')).toEqual(['200', '404 not_found'])
      await expectAgreement(server, together(before, later))
      kept += before.journal.entries.length
      gone += later.journal.entries.length + strangers.journal.entries.length
    }
    note(`${kept} earlier calls kept, ${gone} later ones forgotten`)
  },
)

const forgotten: Partial<Entry> = { answeredAt: undefined, requestId: undefined }

/** Joins the journals of two loads of the same callers. */
function together({ journal }: MoneyLoad, later: MoneyLoad): { journal: Journal } {
  return { journal: { ...journal, entries: [...journal.entries, ...later.journal.entries] } }
}

/** Repeats each call of a load once under its key, and returns the different answers: their status, and the code of a refusal. */
async function repeatOnce(load: MoneyLoad): Promise<string[]> {
  const found = new Set<string>()
  for (const entry of load.journal.entries) {
    const { status, text } = await sendOnce(entry, { url: server.url, origin: server.url }, load)
    if (status === 200 && text !== undefined) acknowledge(entry, text)
    const { code } = JSON.parse(text ?? '{}') as { code?: string }
    found.add(nameAnswer({ status, code }))
  }
  return [...found].toSorted()
}

async function readAsStranger({ callers: { members } }: MoneyLoad): Promise<unknown[]> {
  const headers = { cookie: members[0]?.cookie ?? '' }
  const answer = await fetch(server.url + getSession.path, { headers })
  const { session } = (await answer.json()) as OutputOf<typeof getSession>
  const stream = await fetch(server.url + eventsPath, { headers })
  await stream.body?.cancel()
  return [session, stream.status]
}
