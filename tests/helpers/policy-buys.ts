import { createMember, createUploadRow } from './people.ts'
import type { TestDatabase } from './database.ts'
import { createPackage, submit } from './ledger.ts'
import { addTransfer } from './transfers.ts'

interface Changes {
  automatic_approval?: 'on' | 'off'
  unique_amounts?: 'on' | 'off'
  automatic_approval_usd?: string
  automatic_approval_day_usd?: string
  token_contract?: string | null
}

export interface Bought {
  userId: string
  requestId: string
  units: bigint
}

interface Payment {
  /** The difference between payment and price, in base units. */
  by?: bigint
  from?: string
  hash?: string
  minutes?: number
}

/** Buys with amounts of their own, payments for them, and the policy that approves them. */
export class PolicyBuys {
  readonly database: TestDatabase
  /** The price of the package in USD, for 1,000 coins. Another one keeps the amounts of tests apart. */
  price = 10
  pack = { id: '', coins: 1_000 }

  constructor(database: TestDatabase) {
    this.database = database
  }

  /** Begins a test: another price, and the policy on. */
  async begin(): Promise<void> {
    this.price += 1
    const { coins } = this.pack
    this.pack = await createPackage(this.database, { coins, coinPrice: (this.price / coins).toFixed(8) })
    await this.set({})
  }

  async set(changes: Changes): Promise<void> {
    await this.database.ownerDb
      .updateTable('settings')
      .set({
        automatic_approval: 'on',
        automatic_approval_usd: '100',
        automatic_approval_day_usd: '100000',
        unique_amounts: 'on',
        token_contract: 'the token',
        ...changes,
      })
      .execute()
  }

  /** Makes an open buy of a new member. */
  async buy(transactionHash?: string): Promise<Bought> {
    const { id: userId } = await createMember(this.database.ownerDb)
    const uploadId = await createUploadRow(this.database.ownerDb, userId)
    const { id: packageId, coins } = this.pack
    const requestId = await submit(this.database, userId, 'buy', coins, { packageId, uploadId, transactionHash })
    const { rows } = await this.database.owner.query<{ units: string }>(
      'SELECT trunc(usdt_amount * 1000000)::text AS units FROM ledger.requests WHERE id = $1',
      [requestId],
    )
    return { userId, requestId, units: BigInt(rows[0]?.units ?? 0) }
  }

  async pay({ units }: Bought, { by = 0n, ...transfer }: Payment = {}) {
    return addTransfer(this.database, { units: units + by, minutes: 1, ...transfer })
  }

  async buyPaid(payment: Payment = {}, transactionHash?: string): Promise<Bought> {
    const bought = await this.buy(transactionHash)
    await this.pay(bought, payment)
    return bought
  }

  /** Lets the policy approve what it may. Returns the requests. */
  async run(): Promise<string[]> {
    const approved: string[] = []
    for (;;) {
      const { rows } = await this.database.app.query<{ request_id: string | null }>(
        'SELECT * FROM ledger.approve_by_policy()',
      )
      const id = rows[0]?.request_id
      if (!id) return approved
      approved.push(id)
    }
  }

  async readStatus({ requestId }: Bought): Promise<string | undefined> {
    const { rows } = await this.database.owner.query<{ status: string }>(
      'SELECT status FROM ledger.requests WHERE id = $1',
      [requestId],
    )
    return rows[0]?.status
  }
}
