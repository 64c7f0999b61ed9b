import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUp } from '../../../contract/auth.ts'
import { call, createTestApp, lastToken, publicUrl, signUpForm, type TestApp } from '../../../tests/helpers/app.ts'
import { inTransaction } from '../db/transaction.ts'

let site: TestApp
beforeAll(async () => {
  site = await createTestApp()
})
afterAll(async () => site.close())

test('a kept mail can be read, and its link works', async () => {
  expect((await site.app.inject({ url: '/dev/mail' })).body).toContain('No mail has been kept yet.')
  const form = signUpForm(site)
  await call(site, signUp, { body: form })
  const list = await site.app.inject({ url: '/dev/mail' })
  expect(list.body).toContain(form.email)
  const [, path = ''] = /href="(\/dev\/mail\/[^"]+)"/.exec(list.body) ?? []
  const page = await site.app.inject({ url: path })
  const link = `${publicUrl}/login#confirm=${lastToken(site)}`
  expect(page.body).toContain(`<a href="${link}">${link}</a>`)
  expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  expect((await site.app.inject({ url: '/dev/mail/nothing' })).statusCode).toBe(404)
})

test('the content of a mail cannot inject HTML into the page', async () => {
  const mail = {
    to: 'x@example.org',
    subject: '<script>alert(1)</script>',
    text: '"><img src=x onerror=alert(1)>',
  }
  await inTransaction(site.deps.db, (tx) => site.deps.outbox.queue(tx, mail))
  await site.deliverMails()
  const list = await site.app.inject({ url: '/dev/mail' })
  const [, path = ''] = /href="(\/dev\/mail\/[^"]+)"/.exec(list.body) ?? []
  for (const { body } of [list, await site.app.inject({ url: path })]) expect(body).not.toMatch(/<script|<img/)
})

test('in production there is no such page', async () => {
  const installation = { ...site.deps.installation, isProduction: true, hasMailPage: false }
  const production = await createTestApp({ NODE_ENV: 'production' }, { installation })
  expect((await production.app.inject({ url: '/dev/mail' })).statusCode).toBe(404)
  await production.close()
})

test.each([
  { host: 'coins.example.org' },
  { host: '192.168.1.4:3000' },
  { host: 'localhost:3000', 'x-forwarded-for': '203.0.113.9' },
  { host: 'localhost:3000', 'x-forwarded-host': 'coins.example.org' },
  { host: 'localhost:3000', forwarded: 'for=203.0.113.9' },
  { host: 'localhost:3000', via: '1.1 proxy' },
  { host: '127.0.0.1:3000', 'x-forwarded-proto': 'https' },
  { host: '127.0.0.1:3000', 'x-forwarded-server': 'coins.example.org' },
  { host: '127.0.0.1:3000', 'x-real-ip': '203.0.113.9' },
  { host: '127.0.0.1:3000', 'x-original-host': 'coins.example.org' },
  { host: '127.0.0.1:3000', 'cf-connecting-ip': '203.0.113.9' },
])('a call with the headers %j reads no mail', async (headers) => {
  await call(site, signUp, { body: signUpForm(site) })
  const own = await site.app.inject({ url: '/dev/mail', headers: { host: 'localhost:3000' } })
  const [, path = ''] = /href="(\/dev\/mail\/[^"]+)"/.exec(own.body) ?? []
  for (const url of ['/dev/mail', path]) {
    const answer = await site.app.inject({ url, headers })
    expect([url, answer.statusCode]).toEqual([url, 404])
    expect(answer.body).not.toContain('@example.org')
  }
})

test('a call from another machine reads no mail, however it names this one', async () => {
  const headers = { host: 'localhost:3000' }
  const answer = await site.app.inject({ url: '/dev/mail', headers, remoteAddress: '192.168.1.9' })
  expect(answer.statusCode).toBe(404)
})

test('a proxy that names neither itself nor its caller, and speaks HTTP/1.0, reads no mail', async () => {
  const listening = await site.app.listen({ port: 0, host: '127.0.0.1' })
  const port = Number(new URL(listening).port)
  const ask = async (version: string) => {
    const socket = connect(port, '127.0.0.1')
    socket.write(`GET /dev/mail HTTP/${version}\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`)
    return (await text(socket)).split('\r\n')[0]
  }
  expect(await ask('1.0')).toContain('404')
  expect(await ask('1.1')).toContain('200')
})
