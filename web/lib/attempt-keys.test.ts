import { expect, test } from 'vitest'
import { ApiError, networkError } from './api-error.ts'
import { beginAttempt } from './attempt-keys.ts'

const operation = { id: 'create_package' }
const refused = (status: number) => new ApiError('internal_error', status, { message: 'x' })

test('the same call keeps its key while its outcome is unknown', () => {
  const asked = { body: { package_name: 'Bronze' } }
  const first = beginAttempt(operation, asked)
  for (const error of [networkError(), refused(500), refused(503), refused(401), refused(429), new Error('aborted')]) {
    const { key, finish } = beginAttempt(operation, { body: { package_name: 'Bronze' } })
    expect(key).toBe(first.key)
    finish(error)
  }
  expect(beginAttempt(operation, { body: { package_name: 'Silver' } }).key).not.toBe(first.key)
  expect(beginAttempt({ id: 'update_package' }, asked).key).not.toBe(first.key)
})

test.each([undefined, refused(409), refused(422), refused(400)])(
  'after a known outcome the same call gets a new key',
  (answer) => {
    const first = beginAttempt(operation, { body: {} })
    first.finish(answer)
    expect(beginAttempt(operation, { body: {} }).key).not.toBe(first.key)
  },
)

test('a file has its own key, even with the name of another file', () => {
  const [one, other] = [new Blob(['a']), new Blob(['a'])]
  const first = beginAttempt({ id: 'upload_file' }, one)
  first.finish(networkError())
  expect(beginAttempt({ id: 'upload_file' }, one).key).toBe(first.key)
  expect(beginAttempt({ id: 'upload_file' }, other).key).not.toBe(first.key)
})
