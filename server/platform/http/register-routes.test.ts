import cookie from '@fastify/cookie'
import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { decimal, defineOperation } from '../../../contract/operation.ts'
import { anyone, everyDuty } from '../../../contract/roles.ts'
import { registerRoutes } from './register-routes.ts'
import { replyError } from './reply-error.ts'
import { route } from './route.ts'

const readBalance = defineOperation(
  { id: 'read_balance', method: 'GET', path: '/api/balance', access: anyone, duties: everyDuty },
  { summary: 'An operation of the test.', output: z.object({ coins: decimal }) },
)

/** Returns the operation's answer when its handler returns `result`. */
async function answerTo(result: unknown) {
  const app = fastify()
  app.setErrorHandler(replyError)
  app.addHook('onRequest', async (request) => void (request.caller = { role: 'visitor' }))
  await app.register(cookie)
  await registerRoutes(app, [route(readBalance, async () => Promise.resolve(result as { coins: string }))], {
    enter: async () => async () => {},
    consumeProof: async () => expect.unreachable(),
    runOnce: async () => expect.unreachable(),
    countMembers: async () => {},
    recordRead: async () => expect.unreachable(),
    createWrite: () => async () => expect.unreachable(),
  })
  return app.inject({ url: '/api/balance' })
}

test('a column that the schema does not declare never leaves the server', async () => {
  const { statusCode, body } = await answerTo({ coins: '1000', password_hash: '$argon2id$' })
  expect([statusCode, body]).toEqual([200, '{"coins":"1000"}'])
})

test('an answer that breaks its schema is an internal error, and is not sent', async () => {
  for (const result of [{ coins: 1000 }, { coins: '1e3' }, {}, null]) {
    const { statusCode, body } = await answerTo(result)
    expect(statusCode).toBe(500)
    expect(body).not.toContain('1e3')
  }
})
