import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { queryClient, refetchTopics } from './query-client.ts'

test('an event during the first read is not missed', async () => {
  const answers: ((value: string) => void)[] = []
  const observer = new QueryObserver(queryClient, {
    queryKey: ['first-read'],
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
    meta: { topics: ['requests'], isPublic: false },
  })
  const stop = observer.subscribe(() => {})
  await expect.poll(() => answers.length).toBe(1)
  refetchTopics(['requests'])
  await expect.poll(() => answers.length).toBe(2)
  answers[0]?.('before the change')
  answers[1]?.('after the change')
  await expect.poll(() => observer.getCurrentResult().data).toBe('after the change')
  stop()
})
