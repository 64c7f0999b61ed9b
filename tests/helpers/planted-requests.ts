import type { RequestKind, RequestStatus } from '../../contract/requests.ts'
import type { TestDatabase } from './database.ts'

interface PlantedRequest {
  userId: string
  kind: RequestKind
  /** The seconds since it was made. */
  age: number
  status?: RequestStatus
  /** The seconds until it was decided or taken back; needed unless it is pending. */
  after?: number
  decidedBy?: string
  recipientId?: string
}

/** Plants a request of a given age, with an id of that time and without its movements. Returns the id. */
export async function plantRequest(database: TestDatabase, planted: PlantedRequest): Promise<string> {
  const { userId, kind, age, status = 'pending', after = null, decidedBy = null, recipientId = null } = planted
  const { rows } = await database.owner.query<{ id: string }>(
    `insert into ledger.requests (user_id, id, kind, status, amount_coins, rate, amount_usd, usdt_rate, usdt_amount, bonus_coins,
                                  wallet_address, recipient_id, decided_by, decided_at, admin_notes, created_at)
     select $1, (lpad(to_hex((extract(epoch from made) * 1000)::bigint), 12, '0') || substr(replace(uuidv7()::text, '-', ''), 13))::uuid,
            $2, $3, 1000, 0.01, 10, case when $2 <> 'transfer' then 1 end, case when $2 <> 'transfer' then 10 end,
            case $2 when 'buy' then 0 end, case $2 when 'withdrawal' then 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' end,
            $4::uuid, $5::uuid, made + make_interval(secs => $6::float8), case $3 when 'rejected' then 'No' end, made
       from (select now() - make_interval(secs => $7::float8) as made) m returning id`,
    [userId, kind, status, recipientId, decidedBy, after, age],
  )
  return rows[0]?.id ?? ''
}
