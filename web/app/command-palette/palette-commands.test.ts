import { describe, expect, test } from 'vitest'
import { searchResultsMax } from '../../../contract/endpoints/search.ts'
import { searchResultCommands, sortByGroup, pageAndThemeCommands } from './palette-commands.ts'

const pages = [
  { href: '/admin', label: 'Dashboard' },
  { href: '/admin/deposit-approvals', label: 'Deposit Approvals' },
  { href: '/admin/users', label: 'Users' },
]
const labelsFor = (text: string) => pageAndThemeCommands(text, pages).map(({ label }) => label)

describe('pages and themes', () => {
  test('are all there while nothing is typed', () => {
    expect(labelsFor('')).toHaveLength(6)
  })

  test.each([
    ['d', ['Dashboard', 'Deposit Approvals', 'Dark theme']],
    ['APP', ['Deposit Approvals']],
    ['dep app', ['Deposit Approvals']],
    ['dark th', ['Dark theme']],
    ['posit', []],
  ])('%j matches the beginnings of words', (text, labels) => {
    expect(labelsFor(text)).toEqual(labels)
  })
})

test('results lead to the member, to the approvals, or to the decided request', () => {
  const person = {
    id: 'm1',
    full_name: 'Ada Byron',
    email: 'ada@example.org',
    member_id: null,
    status: 'Active',
  } as const
  const request = {
    user_id: 'm1',
    id: 'r1',
    number: 'W-7K3M-94',
    amount_coins: '12000.0000',
    full_name: 'Ada Byron',
    created_at: '',
  } as const
  const commands = searchResultCommands('ada', {
    members: [person],
    requests: [
      { ...request, kind: 'withdrawal', status: 'pending' },
      { ...request, kind: 'buy', status: 'rejected' },
    ],
  })
  expect(commands.map(({ label, detail, status, target }) => [label, detail, status, target])).toEqual([
    ['Ada Byron', 'ada@example.org', 'Active', { href: '/admin/users/m1' }],
    [
      'Withdrawal 12,000 ET',
      'W-7K3M-94 · Ada Byron',
      'Pending',
      { href: '/admin/withdrawal-approvals?request=r1&member=m1' },
    ],
    ['Buy 12,000 ET', 'W-7K3M-94 · Ada Byron', 'Rejected', { href: '/admin/all-activity?request=r1&member=m1' }],
  ])
  const all = sortByGroup([...commands, ...pageAndThemeCommands('d', pages)])
  expect(all.map(({ group }) => group)).toEqual(['Pages', 'Pages', 'Members', 'Requests', 'Requests', 'Theme'])
})

test('with a full number of results, a line leads to the list of all', () => {
  const members = Array.from({ length: searchResultsMax }, (_, at) => ({
    id: `m${at}`,
    full_name: 'Ada Byron',
    email: '',
    member_id: null,
    status: 'Active' as const,
  }))
  const requests = members.map(({ id }) => ({
    user_id: id,
    id,
    number: 'B-7K3M-94',
    kind: 'buy' as const,
    status: 'pending' as const,
    amount_coins: '1000',
    full_name: 'Ada Byron',
    created_at: '',
  }))
  const restIn = (found: Parameters<typeof searchResultCommands>[1]) =>
    searchResultCommands('a & b', found).flatMap(({ isRest, label, target }) => (isRest ? [[label, target]] : []))
  const everybody = ['Everybody found by “a & b”', { href: '/admin/users?search=a%20%26%20b' }]
  const all = ['All requests found by “a & b”', { href: '/admin/all-activity?search=a%20%26%20b' }]
  expect(restIn({ members, requests })).toEqual([everybody, all])
  expect(restIn({ members: members.slice(1), requests })).toEqual([all])
  expect(restIn({ members: members.slice(1), requests: requests.slice(1) })).toEqual([])
  // A search for the hash of a payment finds no member, so there are no other requests of a found member.
  expect(restIn({ members: [], requests })).toEqual([])
})
