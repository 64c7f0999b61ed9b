import { randomUUID } from 'node:crypto'
import { fromUnits, toUnits } from '../../contract/money.ts'
import type { Duty } from '../../contract/roles.ts'
import type { ErrorCode } from '../../contract/errors.ts'
import { Refusal, refusalOf } from '../../server/platform/db/refusal.ts'
import * as ledger from './ledger-calls.ts'
import { addAddress, removeAddress, setDefault } from '../../server/money/ledger/model-addresses.ts'
import type { LedgerCall, SubmitCall } from '../../server/money/ledger/model-calls.ts'
import { keepAmount } from '../../server/money/ledger/model-amounts.ts'
import { termsOf, toUsdt } from '../../server/money/ledger/model-terms.ts'
import { Model } from '../../server/money/ledger/model.ts'
import type { rules } from '../../server/money/ledger/model-rules.ts'
import type { Member } from '../../server/money/ledger/model-world.ts'
import type { TransferName } from '../../contract/transfer-name.ts'
import type { TestDatabase } from './database.ts'
import { liftStops, passHolds } from './holds.ts'
import { bringMaturityNearer, createPackage, makeOlder } from './ledger.ts'
import { compareAnswer, compareClosing, compareQuestion } from './compare-slips-and-closures.ts'
import { pick, type Step, type StepKind } from './ledger-steps.ts'
import { createAdmin, createMember, createToken, createUploadRow } from './people.ts'
import { addTransfer } from './transfers.ts'

interface Played {
  call: LedgerCall
  key: string
}

/** A quote that a member has seen: the database's name for it, and the model's terms. */
type Quote = Pick<SubmitCall, 'quotedTerms' | 'quoteId'>
const noQuote: Quote = { quotedTerms: null, quoteId: null }
const noPayment = { transfers: [], isPart: false } as const

/** The steps that change an account by no call of the ledger. */
const accountSteps: readonly StepKind[] = [
  'set status',
  'set wallet',
  'add address',
  'remove address',
  'pass holds',
  'stop',
  'lift stop',
]

/** The same small world in the database and in the model, with all calls so far. */
export class ModelComparison {
  readonly model: Model
  readonly database: TestDatabase
  readonly people: string[] = []
  readonly memberIdOf = new Map<string, string>()
  readonly packs: string[] = []
  readonly slips: string[] = []
  readonly requestIds: string[] = []
  readonly adjustmentIds: string[] = []
  readonly calls: Played[] = []
  readonly quotes: Quote[] = []
  readonly transfers: TransferName[] = []
  /** The addresses to which members withdraw. An administrator may set one of the first three as deposit address. */
  readonly addresses = Array.from({ length: 7 }, () => `T-${randomUUID()}`)
  /** Members name the same payment now and then. Other runs in the same database have other ones. */
  readonly hashes = [randomUUID(), randomUUID()]
  readonly keys = Array.from({ length: 6 }, () => randomUUID())

  constructor(database: TestDatabase, played: typeof rules) {
    this.database = database
    this.model = new Model(played)
  }

  /** Adds four members, two administrators and four packages. Three members have a referrer, and one has no wallet. */
  async begin(): Promise<void> {
    const terms = { et_rate: '0.01', topup_coin_price: '0.01', request_limit_usd: '1000000', maturity_days: '0' }
    await this.setTerms({ ...terms, unique_amounts: 'off', automatic_approval: 'on' })
    await this.readTakenElsewhere()
    await this.setDepositAddress(null)
    await this.setPolicies('10000', '25000')
    for (const [referrer, hasWallet] of [
      [null, true],
      [0, true],
      [0, true],
      [1, false],
    ] as const) {
      const referrerId = referrer === null ? null : (this.people[referrer] ?? null)
      const wallet = hasWallet ? pick(this.addresses, 0) : null
      const options = { walletAddress: wallet, ...(referrerId && { referredById: referrerId }) }
      const { id, memberId } = await createMember(this.database.ownerDb, options)
      this.memberIdOf.set(id, memberId)
      this.addPerson(id, { role: 'user', duty: null, wallet, referrerId })
    }
    for (let n = 0; n < 2; n += 1) {
      const { id } = await createAdmin(this.database.ownerDb)
      this.addPerson(id, { role: 'admin', duty: 'owner', wallet: null, referrerId: null })
    }
    // The database keeps an owner, so one stands aside who takes no part.
    await createAdmin(this.database.ownerDb)
    for (const [coins, bonusPercentage] of [
      [5000, '0'],
      [2000, '12.3457'],
      [1000, '33.3333'],
      [1500, '5'],
    ] as const) {
      const { id } = await createPackage(this.database, { coins, bonusPercentage })
      this.packs.push(id)
      this.model.packages.set(id, { coins: String(coins), coinPrice: '0.01', bonusPercentage, isDeleted: false })
    }
    await forgetOtherRuns(this.database, pick(this.people, 4))
    for (const userId of this.people.slice(0, 2)) {
      const call = { type: 'adjust', actorId: pick(this.people, 4), userId, coins: '20000' } as const
      await this.compare({ ...call, reversesId: null }, randomUUID())
    }
    // One member has room for one more address.
    const owner = pick(this.people, 0)
    for (const address of this.addresses.slice(1, 4)) await this.addAddress(owner, address)
    await this.passHolds(owner)
    await this.setPolicies('300', '600')
  }

  async take(next: Step): Promise<void> {
    // A closed account is changed by nothing but calls, which are compared.
    if ('who' in next && accountSteps.includes(next.do) && this.isClosed(pick(this.people, next.who))) return
    switch (next.do) {
      case 'submit':
        return this.submit(next)
      case 'buy': {
        const packageId = pick(this.packs, next.pack)
        const coins = Number(this.model.packages.get(packageId)?.coins)
        const actorId = pick(this.people, next.who)
        const call = {
          type: 'submit',
          actorId,
          kind: 'buy',
          coins,
          packageId,
          recipientId: null,
          address: null,
        } as const
        const quote = await this.pickQuote(call, next.quote)
        const uploadId = await this.addSlip(actorId, next.isCopy)
        return this.compare({ ...call, ...quote, uploadId, transactionHash: null }, randomUUID())
      }
      case 'decide': {
        const requestId = pick(this.requestIds, next.request) ?? randomUUID()
        const userId = this.model.requests.get(requestId)?.userId ?? pick(this.people, 0)
        const status = next.isApproved ? 'approved' : 'rejected'
        // Mostly administrators, who come last in the list.
        const actorId = pick(this.people, next.who < 2 ? next.who : 4 + (next.who % 2))
        const call = {
          type: 'decide',
          actorId,
          userId,
          requestId,
          status,
          notes: next.notes,
          reuseReason: next.reuseReason,
          ...noPayment,
          slipRevision: this.model.requests.get(requestId)?.revision ?? 0,
        } as const
        return this.compare(call, this.pickKey(next.key))
      }
      case 'approve newest': {
        const request = [...this.model.requests.values()].findLast(({ status }) => status === 'pending')
        if (!request) return
        const call = {
          type: 'decide',
          // The second administrator, if the first one has approved it already.
          actorId: pick(this.people, request.approvers.length > 0 ? 5 : 4),
          userId: request.userId,
          requestId: request.id,
        } as const
        const { reuseReason, isStale } = next
        const slipRevision = isStale ? Math.abs(request.revision - 1) : request.revision
        const decision = { status: 'approved', notes: null, reuseReason, slipRevision } as const
        return this.compare({ ...call, ...decision, ...noPayment }, randomUUID())
      }
      case 'approve paid':
        return this.approvePaid(next)
      case 'cancel': {
        const requestId = pick(this.requestIds, next.request) ?? randomUUID()
        const ownerId = next.isOwn ? this.model.requests.get(requestId)?.userId : undefined
        const actorId = ownerId ?? pick(this.people, next.who)
        return this.compare({ type: 'cancel', actorId, requestId }, this.pickKey(next.key))
      }
      case 'adjust': {
        const actorId = pick(this.people, next.by < 3 ? next.by : 4 + (next.by % 2))
        const reversesId = next.reverses % 3 === 0 ? (pick(this.adjustmentIds, next.reverses) ?? null) : null
        const call = { type: 'adjust', actorId, userId: pick(this.people, next.who), coins: next.coins } as const
        return this.compare({ ...call, reversesId }, this.pickKey(next.key))
      }
      case 'ask slip':
        return compareQuestion(this, next)
      case 'answer slip':
        return compareAnswer(this, next)
      case 'close':
        return compareClosing(this, pick(this.people, next.who))
      case 'take all': {
        const userId = pick(this.people, next.who)
        const coins = fromUnits(-(this.model.members.get(userId)?.available ?? 0n))
        const call = { type: 'adjust', actorId: pick(this.people, 5), userId, coins } as const
        return this.compare({ ...call, reversesId: null }, randomUUID())
      }
      case 'reverse': {
        const adjustment = this.model.adjustments.get(pick(this.adjustmentIds, next.adjustment))
        if (!adjustment) return
        const { id: reversesId, userId, coins } = adjustment
        const call = { type: 'adjust', actorId: pick(this.people, 4), userId, reversesId } as const
        return this.compare({ ...call, coins: fromUnits(-coins) }, randomUUID())
      }
      case 'reverse request':
        return this.reverseRequest(next)
      case 'repeat': {
        const earlier = pick(this.calls, next.call)
        return earlier && this.compare(earlier.call, earlier.key)
      }
      case 'edit package':
        return this.editPackage(pick(this.packs, next.pack), next)
      case 'delete package':
        return this.deletePackage(pick(this.packs, next.pack))
      case 'set status':
        return this.setStatus(pick(this.people, next.who), next.status)
      case 'set duty':
        // The administrators come last in the list.
        return this.setDuty(pick(this.people, 4 + (next.who % 2)), next.duty)
      case 'set wallet':
        return this.setWallet(pick(this.people, next.who), pick(this.addresses, next.to))
      case 'withdraw':
        return this.withdraw(pick(this.people, next.who), next)
      case 'add address':
        return this.addAddress(pick(this.people, next.who), pick(this.addresses, next.to))
      case 'remove address':
        return this.removeAddress(pick(this.people, next.who), pick(this.addresses, next.to))
      case 'pass holds':
        return this.passHolds(pick(this.people, next.who))
      case 'stop':
        return this.stop(pick(this.people, next.who))
      case 'lift stop':
        return this.liftStop(pick(this.people, next.who))
      case 'set deposit address':
        // Mostly no address, or one that no member uses.
        return this.setDepositAddress(this.addresses.slice(0, 3)[next.to] ?? null)
      case 'set rate':
        return this.setTerms({ et_rate: next.rate })
      case 'set top-up price':
        return this.setTerms({ topup_coin_price: next.price })
      case 'set limit':
        return this.setTerms({ request_limit_usd: next.usd })
      case 'set maturity':
        return this.setTerms({ maturity_days: next.days })
      case 'set unique amounts':
        return this.setTerms({ unique_amounts: next.to })
      case 'set automatic approval':
        return this.setTerms({ automatic_approval: next.to })
      case 'pay exactly':
        return this.payExactly(next)
      case 'set USDT rate':
        Object.assign(this.model.settings, { usdtRate: next.rate, isFallback: next.isFallback })
        return
      case 'let days pass':
        return this.letDaysPass(next.days)
      case 'expire':
        return this.expire()
    }
  }

  /** Reverses the newest request that can be, or any one. */
  private async reverseRequest(next: Extract<Step, { do: 'reverse request' }>): Promise<void> {
    const standing = [...this.model.requests.values()].filter((one) => one.status === 'approved' && !one.isReversed)
    const newest = next.isAny ? undefined : standing[next.request % standing.length]?.id
    const requestId = newest ?? pick(this.requestIds, next.request) ?? randomUUID()
    const userId = this.model.requests.get(requestId)?.userId ?? pick(this.people, 0)
    const actorId = pick(this.people, next.by === 0 ? 0 : 4 + (next.by % 2))
    const call = { type: 'reverse', userId, requestId } as const
    await this.compare({ ...call, actorId }, this.pickKey(next.key))
    // The other administrator completes a reversal that waits.
    if (next.isTwice) await this.compare({ ...call, actorId: pick(this.people, 5) }, randomUUID())
  }

  /** Approves the newest buy with transfers, new ones or one of those before. */
  private async approvePaid(next: Extract<Step, { do: 'approve paid' }>): Promise<void> {
    const request = [...this.model.requests.values()].findLast(
      ({ kind, status }) => kind === 'buy' && status === 'pending',
    )
    if (!request) return
    const wanted = (request.usdt ?? 0n) / 100n
    const transfers = next.isOld && this.transfers.length > 0 ? [pick(this.transfers, next.old)] : []
    for (const share of next.shares) {
      const units = (wanted * BigInt(share)) / 100n + (share === 0 ? 1n : 0n)
      const isOurs = next.isOurs || transfers.length > 0
      const transfer = await addTransfer(this.database, { units, ...(!isOurs && { to: 'T-elsewhere' }) })
      this.noteTransfer(transfer, units, isOurs)
      this.transfers.push(transfer)
      transfers.push(transfer)
    }
    const { id: requestId, userId, approvers } = request
    const call = {
      type: 'decide',
      userId,
      requestId,
      status: 'approved',
      notes: null,
      transfers,
      isPart: next.isPart,
      reuseReason: next.reuseReason,
      slipRevision: request.revision,
    } as const
    await this.compare({ ...call, actorId: pick(this.people, approvers.length > 0 ? 5 : 4) }, randomUUID())
    // The same payment by the other administrator, who may complete it.
    if (next.isTwice) await this.compare({ ...call, actorId: pick(this.people, 5) }, randomUUID())
  }

  /** Pays one of the buys that have an amount of their own, or almost, and lets the policy decide in both worlds. */
  private async payExactly({ which, by, isOurs }: Extract<Step, { do: 'pay exactly' }>): Promise<void> {
    const open = [...this.model.requests.values()].filter(({ status, tail }) => status === 'pending' && tail > 0n)
    if (open.length > 0) {
      const units = (pick(open, which).usdt ?? 0n) / 100n + by
      this.noteTransfer(
        await addTransfer(this.database, { units, ...(!isOurs && { to: 'T-elsewhere' }) }),
        units,
        isOurs,
      )
    }
    const real: string[] = []
    for (;;) {
      const { rows } = await this.database.app.query<{ request_id: string | null }>(
        'SELECT * FROM ledger.approve_by_policy()',
      )
      const id = rows[0]?.request_id
      if (!id) break
      real.push(id)
    }
    const expected = this.model.approveByPolicy()
    if (real.join() === expected.join()) return
    throw new Error(`approved by the policy in the database: ${real.join()}, in the model: ${expected.join()}`)
  }

  private noteTransfer(transfer: TransferName, units: bigint, isOurs: boolean): void {
    this.model.amounts.clock += 1
    const fields = { units, isOurs, isUsed: false, at: this.model.amounts.clock }
    this.model.transfers.set(`${transfer.hash}:${transfer.log_index}`, fields)
  }

  private async submit(next: Extract<Step, { do: 'submit' }>): Promise<void> {
    const actorId = pick(this.people, next.who)
    const call = {
      type: 'submit',
      actorId,
      kind: next.kind,
      coins: next.coins,
      packageId: next.kind === 'buy' ? (this.packs[next.pack] ?? null) : null,
      recipientId: next.kind === 'transfer' ? pick(this.people, next.to) : null,
      address: next.kind === 'withdrawal' ? (this.addresses[next.address] ?? null) : null,
    } as const
    const isOld = next.slip === 5 && this.slips.length > 0
    const slip =
      next.slip < 3 ? null : isOld ? pick(this.slips, next.key) : await this.addSlip(actorId, next.slip === 4)
    const uploadId = next.kind === 'transfer' ? null : slip
    const transactionHash = next.kind === 'buy' ? ([null, ...this.hashes][next.hash] ?? null) : null
    const quote = next.kind === 'buy' ? await this.pickQuote(call, next.quote) : noQuote
    return this.compare({ ...call, ...quote, uploadId, transactionHash }, this.pickKey(next.key))
  }

  /** Returns no quote, a new one, or an earlier one of this or another member, with the same or other terms. */
  private async pickQuote(buy: Pick<SubmitCall, 'actorId' | 'coins' | 'packageId'>, number: number): Promise<Quote> {
    if (number < 2 || this.isClosed(buy.actorId)) return noQuote
    if (number > 3) return pick(this.quotes, number * 7) ?? noQuote
    const { refusals, terms } = termsOf(this.model, buy)
    try {
      const { usdtRate, isFallback } = this.model.settings
      const market = { usdtRate, usdtRateIsFallback: isFallback }
      // Only a quote that reserves an amount needs a session.
      const { isOn } = this.model.amounts
      const caller = isOn ? { token: await createToken(this.database.ownerDb, buy.actorId) } : {}
      const real = await ledger.readBuyTerms(this.database.appDb, { ...buy, ...market, userId: buy.actorId, ...caller })
      if (refusals.size > 0) throw new Error(`${JSON.stringify(buy)}: quoted, model ${[...refusals].join(', ')}`)
      keepAmount(this.model.amounts, buy.actorId, toUsdt(this.model, terms.usd), terms.tail)
      this.quotes.push({ quotedTerms: terms.shown, quoteId: real.quote_id })
    } catch (error) {
      if (!(error instanceof Refusal && refusals.has(error.code))) throw error
    }
    return this.quotes.at(-1) ?? noQuote
  }

  /** Makes the call in both worlds. Throws if the outcomes differ. */
  async compare(call: LedgerCall, key: string): Promise<void> {
    this.calls.push({ call, key })
    const real = await this.run(call, key)
    const id = 'id' in real ? real.id : randomUUID()
    const expected = this.model.play(call, key, id)
    const agree =
      'id' in expected
        ? 'id' in real &&
          real.isReplay === expected.isReplay &&
          real.id === expected.id &&
          (real.isReplay || real.waits === expected.waits)
        : 'code' in real && expected.refusals.has(real.code)
    if (!agree) throw new Error(`${JSON.stringify(call)}: database ${show(real)}, model ${show(expected)}`)
    if (!('id' in real) || real.isReplay || real.waits) return
    if (call.type === 'submit') this.requestIds.push(real.id)
    if (call.type === 'adjust') this.adjustmentIds.push(real.id)
  }

  private async run(
    call: LedgerCall,
    key: string,
  ): Promise<{ id: string; isReplay: boolean; waits: boolean } | { code: Refusal['code'] }> {
    const db = this.database.ownerDb
    const { actorId } = call
    try {
      switch (call.type) {
        case 'submit': {
          const recipientMemberId = call.recipientId ? (this.memberIdOf.get(call.recipientId) ?? 'ET-ADMIN') : undefined
          const usdtRate = call.kind === 'transfer' ? undefined : this.model.settings.usdtRate
          const { requestId, replayed } = await ledger.submit(db, {
            token: null,
            ...call,
            userId: actorId,
            key,
            recipientMemberId,
            walletAddress: call.address ?? undefined,
            usdtRate,
            usdtRateIsFallback: usdtRate !== undefined && this.model.settings.isFallback,
            quoteId: call.quoteId ?? undefined,
          })
          return { id: requestId, isReplay: replayed, waits: false }
        }
        case 'decide': {
          const { replayed } = await ledger.decide(db, { token: null, ...call, key })
          return { id: call.requestId, isReplay: replayed, waits: await this.isPending(call.requestId) }
        }
        case 'cancel':
          return {
            id: call.requestId,
            isReplay: (await ledger.cancel(db, { token: null, ...call, userId: actorId, key })).replayed,
            waits: false,
          }
        case 'reverse': {
          const reason = 'The payment was never received.'
          const { isReversed, replayed } = await ledger.reverse(db, { token: null, ...call, key, reason })
          return { id: call.requestId, isReplay: replayed, waits: !isReversed }
        }
        case 'adjust': {
          const { movementId, replayed } = await ledger.adjust(db, {
            token: null,
            ...call,
            key,
            reason: 'Correction',
          })
          return { id: movementId ?? '', isReplay: replayed, waits: movementId === null }
        }
      }
    } catch (error) {
      if (error instanceof Refusal) return { code: error.code }
      throw error
    }
  }

  /** Makes all pending requests older, and lets coins that wait come nearer to their time. */
  private async letDaysPass(days: number): Promise<void> {
    for (const request of this.model.requests.values()) {
      if (request.status !== 'pending') continue
      await makeOlder(this.database, request.id, days)
      if (request.isAsked) request.askedDays += days
      else request.days += days
      if (request.answeredDays !== null) request.answeredDays += days
    }
    for (const [userId, { maturing }] of this.model.members) {
      if (maturing.length > 0) await bringMaturityNearer(this.database, userId, days)
      for (const credit of maturing) credit.daysLeft -= days
    }
  }

  /** Ends what is overdue in both worlds. Throws if the two end different requests. */
  private async expire(): Promise<void> {
    const real: string[] = []
    // The driver tells of a refusal before the database has released the locks of that call, and the end of a buy skips locked ones.
    // This waits for them.
    await this.database.owner.query(
      `SELECT FROM ledger.requests WHERE kind = 'buy' AND status = 'pending' FOR NO KEY UPDATE`,
    )
    for (;;) {
      const buy = await ledger.expireBuy(this.database.appDb)
      if (!buy) break
      // Other runs leave their requests in the database.
      if (this.model.requests.has(buy.requestId)) real.push(buy.requestId)
    }
    await this.readTakenElsewhere()
    const expected = this.model.expireOverdue()
    if (real.toSorted().join() === expected.toSorted().join()) return
    throw new Error(`expired in the database: ${real.join()}, in the model: ${expected.join()}`)
  }

  /** Notes the amounts that people of other runs have open or reserved. */
  private async readTakenElsewhere(): Promise<void> {
    const { rows } = await this.database.owner.query<{ usdt_amount: string }>(
      `SELECT usdt_amount FROM ledger.requests WHERE kind = 'buy' AND status = 'pending' AND user_id <> ALL ($1)
       UNION ALL SELECT usdt_amount FROM ledger.reserved_amounts WHERE user_id <> ALL ($1)`,
      [this.people],
    )
    this.model.amounts.takenElsewhere = new Set(rows.map((row) => toUnits(row.usdt_amount)))
  }

  private isClosed(userId: string): boolean {
    return this.model.members.get(userId)?.status === 'Closed'
  }

  private async isPending(requestId: string): Promise<boolean> {
    const { rows } = await this.database.owner.query<{ status: string }>(
      'SELECT status FROM ledger.requests WHERE id = $1',
      [requestId],
    )
    return rows[0]?.status === 'pending'
  }

  private async setPolicies(singleUsd: string, dailyUsd: string): Promise<void> {
    const set = 'UPDATE ledger.policies SET over_usd = $1 WHERE scope = $2'
    await this.database.owner.query(set, [singleUsd, 'single'])
    await this.database.owner.query(set, [dailyUsd, 'by_administrator_24h'])
    Object.assign(this.model.policies, { singleUsd, dailyUsd })
  }

  private addPerson(id: string, fields: Pick<Member, 'role' | 'duty' | 'wallet' | 'referrerId'>): void {
    this.people.push(id)
    const nothing = { available: 0n, locked: 0n, investedUsd: 0n, outgoingUsd: 0n, incomingUsd: 0n }
    const bought = { packageId: null, isFirstPurchaseDone: false }
    const free = { isHeld: false, isStopped: false, maturing: [], debts: [] }
    // A profile that is made with an address has had it all along.
    const book = new Map(fields.wallet === null ? [] : [[fields.wallet, { hasWaited: true }]])
    this.model.members.set(id, { status: 'Active', ...fields, book, ...free, ...bought, ...nothing, lines: [] })
  }

  /** Stores a slip. `isCopy`: with the content of an earlier one, of this or another member. */
  async addSlip(ownerId: string, isCopy = false): Promise<string> {
    const id = await createUploadRow(this.database.ownerDb, ownerId)
    const original = isCopy ? this.slips[0] : undefined
    if (original) {
      const copy = 'UPDATE uploads SET sha256 = (SELECT o.sha256 FROM uploads o WHERE o.id = $2) WHERE id = $1'
      await this.database.owner.query(copy, [id, original])
    }
    this.slips.push(id)
    const picture = this.model.uploads.get(original ?? '')?.picture ?? id
    this.model.uploads.set(id, { ownerId, isUsed: false, picture })
    return id
  }

  /** One key in three comes from a small set and repeats. The others are new. */
  private pickKey(number: number): string {
    return number < 14 ? pick(this.keys, number) : randomUUID()
  }

  private async editPackage(id: string, values: { coins: string; price: string; bonus: string }): Promise<void> {
    const { coins, price, bonus } = values
    await this.database.ownerDb
      .updateTable('packages')
      .set({ min_coin_purchase: coins, coin_price: price, bonus_percentage: bonus })
      .where('id', '=', id)
      .execute()
    Object.assign(this.model.packages.get(id) ?? {}, { coins, coinPrice: price, bonusPercentage: bonus })
  }

  private async deletePackage(id: string): Promise<void> {
    await this.database.ownerDb
      .updateTable('packages')
      .set({ deleted_at: new Date().toISOString() })
      .where('id', '=', id)
      .execute()
    Object.assign(this.model.packages.get(id) ?? {}, { isDeleted: true })
  }

  private async setStatus(id: string, status: Member['status']): Promise<void> {
    await this.database.ownerDb.updateTable('profiles').set({ status }).where('id', '=', id).execute()
    Object.assign(this.model.members.get(id) ?? {}, { status })
  }

  private async setDuty(id: string, duty: Duty): Promise<void> {
    await this.database.ownerDb.updateTable('profiles').set({ duty }).where('id', '=', id).execute()
    Object.assign(this.model.members.get(id) ?? {}, { duty })
  }

  private async setTerms(terms: {
    et_rate?: string
    topup_coin_price?: string
    request_limit_usd?: string
    maturity_days?: string
    unique_amounts?: 'off' | 'on'
    automatic_approval?: 'off' | 'on'
  }): Promise<void> {
    const { settings } = this.model
    await this.database.ownerDb.updateTable('settings').set(terms).execute()
    if (terms.automatic_approval) this.model.automatic.isOn = terms.automatic_approval === 'on'
    if (terms.unique_amounts) this.model.amounts.isOn = terms.unique_amounts === 'on'
    settings.rate = terms.et_rate ?? settings.rate
    settings.topUpPrice = terms.topup_coin_price ?? settings.topUpPrice
    settings.limitUsd = terms.request_limit_usd ?? settings.limitUsd
    settings.maturityDays = Number(terms.maturity_days ?? settings.maturityDays)
  }

  /** Withdraws to an address of the member's book, mostly the newest one, or to any address. */
  private async withdraw(
    actorId: string,
    { to, of }: Pick<Extract<Step, { do: 'withdraw' }>, 'to' | 'of'>,
  ): Promise<void> {
    const listed = [...(this.model.members.get(actorId)?.book.keys() ?? [])]
    const own = of === 'newest' ? listed.slice(-1) : of === 'book' ? listed : []
    const address = pick(own.length > 0 ? own : this.addresses, to)
    const call = { type: 'submit', actorId, kind: 'withdrawal', coins: 1000, address, ...noQuote } as const
    const nothing = { packageId: null, recipientId: null, uploadId: null, transactionHash: null }
    return this.compare({ ...call, ...nothing }, randomUUID())
  }

  private async setWallet(id: string, address: string): Promise<void> {
    const change = this.database.appDb.updateTable('profiles').set({ wallet_address: address }).where('id', '=', id)
    await this.compareChange(change.execute(), id, (member) => setDefault(member, address, this.model.rules))
  }

  private async addAddress(userId: string, address: string): Promise<void> {
    const change = this.database.appDb.insertInto('wallet_addresses').values({ user_id: userId, address })
    await this.compareChange(change.execute(), userId, (member) => addAddress(member, address, this.model.rules))
  }

  private async removeAddress(id: string, address: string): Promise<void> {
    const rows = this.database.appDb.deleteFrom('wallet_addresses').where('user_id', '=', id)
    const change = rows.where('address', '=', address).execute()
    await this.compareChange(change, id, (member) => removeAddress(member, address))
  }

  /** Makes a change of an address book in both worlds. Throws if one refuses it for another reason, or makes it. */
  private async compareChange(
    change: Promise<unknown>,
    id: string,
    play: (member: Member) => ErrorCode | null,
  ): Promise<void> {
    const real = await change.then(
      () => null,
      (error: unknown) => refusalOf(error)?.code ?? 'unknown',
    )
    const member = this.model.members.get(id)
    const expected = member ? play(member) : null
    if (real !== expected)
      throw new Error(`address book: database ${real ?? 'changed'}, model ${expected ?? 'changed'}`)
  }

  private async passHolds(id: string): Promise<void> {
    await passHolds(this.database.ownerDb, id)
    const member = this.model.members.get(id)
    if (!member) return
    member.isHeld = false
    for (const entry of member.book.values()) entry.hasWaited = true
  }

  private async stop(id: string): Promise<void> {
    await this.database.app.query('SELECT ledger.stop_outgoing($1, NULL)', [id])
    Object.assign(this.model.members.get(id) ?? {}, { isStopped: true })
  }

  private async liftStop(id: string): Promise<void> {
    await liftStops(this.database.ownerDb, id)
    Object.assign(this.model.members.get(id) ?? {}, { isStopped: false })
  }

  private async setDepositAddress(address: string | null): Promise<void> {
    await this.database.ownerDb.updateTable('settings').set({ deposit_address: address }).execute()
    if (address !== null) this.model.platformAddresses.add(address)
  }
}

/** Takes the payments and the sums of other runs out of the way of the policy. */
async function forgetOtherRuns({ owner }: TestDatabase, adminId: string): Promise<void> {
  await owner.query(
    `UPDATE settings SET automatic_approval_usd = 100, automatic_approval_day_usd = 60, token_contract = 'the token'`,
  )
  await owner.query(
    `INSERT INTO ledger.allocations (transaction_hash, log_index, refund_hash, reason, noted_by)
     SELECT transaction_hash, log_index, transaction_hash, 'Another run', $1 FROM chain_transfers ON CONFLICT DO NOTHING`,
    [adminId],
  )
  await owner.query(
    `ALTER TABLE ledger.automatic_approvals DISABLE TRIGGER append_only;
     UPDATE ledger.automatic_approvals SET created_at = created_at - interval '2 days';
     ALTER TABLE ledger.automatic_approvals ENABLE TRIGGER append_only`,
  )
}

function show(outcome: object): string {
  return 'refusals' in outcome
    ? `refuses for ${[...(outcome.refusals as Set<string>)].join(', ')}`
    : JSON.stringify(outcome)
}
