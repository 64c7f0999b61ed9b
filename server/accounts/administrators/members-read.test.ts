import { expect, test } from 'vitest'
import { connectPeers } from '../../../tests/helpers/peers.ts'
import type { Verdict } from '../../platform/rate-limits/buckets.ts'
import { createMembersRead, type MembersReadDeps } from './members-read.ts'

const reader = { userId: 'an administrator', ipAddress: '127.0.0.1' }
const answer = (...members: string[]) => ({ items: members.map((id) => ({ member_id: id })) })

test('members whom one process of the host has counted count in no other one', async () => {
  const counted: number[] = []
  const limits: Partial<MembersReadDeps['limits']> = {
    tryTakeWithWait: async (_name, _subject, units = 1): Promise<Verdict> => {
      counted.push(units)
      return { isTaken: true }
    },
  }
  const reads = connectPeers(2).map((peers) => createMembersRead({ limits, peers } as MembersReadDeps))
  for (const read of reads) await read(reader, answer('A', 'B'))
  expect(counted).toEqual([2])
  await reads[1]?.(reader, answer('B', 'C'))
  await reads[0]?.(reader, answer('C'))
  expect(counted).toEqual([2, 1])
  await reads[0]?.({ ...reader, userId: 'another administrator' }, answer('C'))
  expect(counted).toEqual([2, 1, 1])
})
