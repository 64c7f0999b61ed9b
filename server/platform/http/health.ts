import type { FastifyInstance } from 'fastify'
import type { DamageWatch } from '../db/damage.ts'
import { Refusal } from '../db/refusal.ts'

/** Tells a monitor that the process and its database answer, and that no stored data is known to be damaged. */
export function addHealth(app: FastifyInstance, damage: Pick<DamageWatch, 'isDamaged'>): void {
  app.get('/api/health', async () => {
    if (await damage.isDamaged()) throw new Refusal('data_damaged')
    return { status: 'ok' }
  })
}
