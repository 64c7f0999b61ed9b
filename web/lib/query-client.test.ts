import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { queryClient, refetchTopics } from './query-client.ts'

test('a change that is heard while the first read is under way is not missed', async () => {
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
