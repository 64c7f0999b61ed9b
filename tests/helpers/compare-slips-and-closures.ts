import type { Model } from '../../server/money/ledger/model.ts'
import { closeAccount, obstaclesOf } from '../../server/money/ledger/model-closures.ts'
import { answerWithSlip, askForSlip } from '../../server/money/ledger/model-slips.ts'
import type { ErrorCode } from '../../contract/errors.ts'
import { refusalOf } from '../../server/platform/db/refusal.ts'
import { makeClosureDue } from './closure.ts'
import type { TestDatabase } from './database.ts'
import { pick, type Step } from './ledger-steps.ts'

/** The part of a comparison that these steps read and write. */
interface Play {
  model: Model
  database: TestDatabase
  people: string[]
  slips: string[]
  hashes: string[]
  requestIds: string[]
  addSlip(ownerId: string): Promise<string>
}

/** Asks the member of any buy for another slip in both worlds. Throws if the outcomes differ. */
export async function compareQuestion(play: Play, next: Extract<Step, { do: 'ask slip' }>): Promise<void> {
  const request = pickBuy(play, next)
  if (!request) return
  const revision = next.isStale ? request.revision + 1 : request.revision
  const real = await codeOf(
    play.database.owner.query(`SELECT ledger.note_slip_request($1, $2, $3, 'It cannot be read.', $4)`, [
      pick(play.people, 4),
      request.userId,
      request.id,
      revision,
    ]),
  )
  expectSame('a question for a slip', real, askForSlip(request, revision))
}

/** Answers with a new file, with one that a request has, or with the hash alone. */
export async function compareAnswer(play: Play, next: Extract<Step, { do: 'answer slip' }>): Promise<void> {
  const request = pickBuy(play, next)
  if (!request) return
  const own = play.slips.filter((id) => play.model.uploads.get(id)?.ownerId === request.userId)
  const uploadId =
    next.slip === 0
      ? null
      : next.slip === 1 && own.length > 0
        ? pick(own, next.request)
        : await play.addSlip(request.userId)
  const hash = [null, ...play.hashes][next.hash] ?? null
  const real = await codeOf(
    play.database.owner.query('SELECT ledger.note_slip($1, $2, $3, $4)', [request.userId, request.id, uploadId, hash]),
  )
  expectSame('an answer with a slip', real, answerWithSlip(play.model, request, { uploadId, hash }))
}

/** Closes an account in both worlds once its time has come. Throws if one closes it, or names other obstacles. */
export async function compareClosing(play: Play, userId: string): Promise<void> {
  const { owner } = play.database
  if (play.model.members.get(userId)?.status === 'Closed') return
  await makeClosureDue(owner, userId)
  const { rows } = await owner.query<{ obstacles: string[] | null }>('SELECT obstacles FROM close_due_account()')
  const real = rows[0]?.obstacles ?? []
  // The model keeps no list of waiting changes by member.
  const others = real.filter((name) => name !== 'proposal')
  expectSame('a closing', others.join(), obstaclesOf(play.model, userId).join())
  if (real.length === 0) closeAccount(play.model, userId)
}

/** Returns a pending buy, mostly, or any request. */
function pickBuy({ model, requestIds }: Play, { request, isAny }: { request: number; isAny: boolean }) {
  const open = [...model.requests.values()].filter(({ kind, status }) => kind === 'buy' && status === 'pending')
  return isAny || open.length === 0 ? model.requests.get(pick(requestIds, request)) : pick(open, request)
}

async function codeOf(call: Promise<unknown>): Promise<ErrorCode | null> {
  return call.then(
    () => null,
    (error: unknown) => {
      const refusal = refusalOf(error)
      if (!refusal) throw error
      return refusal.code
    },
  )
}

function expectSame(what: string, real: string | null, expected: string | null): void {
  if (real !== expected) throw new Error(`${what}: database ${real ?? 'done'}, model ${expected ?? 'done'}`)
}
