import { fastify } from 'fastify'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { replyError } from './reply-error.ts'

test('an unexpected error is logged without the values of the database error, and not sent to the client', async () => {
  const logged: string[] = []
  const app = fastify({ loggerInstance: pino({}, { write: (line: string) => logged.push(line) }) })
  app.setErrorHandler(replyError)
  const cause = Object.assign(new Error('the cause'), { where: 'ada@example.org' })
  const failure = Object.assign(new Error('a row was refused', { cause }), {
    code: '23514',
    constraint: 'profile_name_length',
    detail: 'Failing row contains (Ada, ada@example.org).',
  })
  app.get('/', () => {
    throw failure
  })
  const answer = await app.inject('/')
  expect(answer.statusCode).toBe(500)
  expect(answer.body).not.toContain('refused')
  expect(logged.join()).toContain('profile_name_length')
  expect(logged.join()).toContain('the cause')
  expect(logged.join() + answer.body).not.toContain('ada@example.org')
})

test('a deadlock that outlived its repetitions asks for another try, which a client makes by itself', async () => {
  const app = fastify()
  app.setErrorHandler(replyError)
  app.get('/', () => {
    throw Object.assign(new Error('deadlock detected'), { code: '40P01' })
  })
  const answer = await app.inject('/')
  expect(answer.statusCode).toBe(503)
  expect(answer.headers['retry-after']).toBe('1')
  expect(answer.json()).toMatchObject({ code: 'outcome_unknown' })
})
