import { createHash } from 'node:crypto'
import type { MembershipPackage } from '../../contract/packages.ts'
import type { Random } from './random.ts'
import { chatExchanges } from './chat-exchanges.ts'

export type Outcome = 'approved' | 'rejected' | 'cancelled'

/** A request of a person. A top-up, a withdrawal or a transfer is of whole thousands of coins. */
export type PlannedRequest =
  | { kind: 'buy'; package: MembershipPackage }
  | { kind: 'buy'; package?: undefined; coins: number }
  | { kind: 'withdrawal'; coins: number }
  | { kind: 'transfer'; coins: number; to: number }

export type PlannedAction =
  | { act: 'join'; package: MembershipPackage; referrer: number | undefined }
  | { act: 'confirm' }
  | { act: 'sign in' }
  | { act: 'ask'; wish: PlannedRequest }
  | { act: 'end'; outcome: Outcome }
  | { act: 'say'; from: 'member' | 'admin'; content: string }
  | { act: 'read' }
  | { act: 'suspend' }

/** An event in the life of one person. `person` is their number. */
export type PlannedEvent = PlannedAction & {
  person: number
  daysAgo: number
  /** The idempotency key of the event's call. The same event has the same key in every world. */
  key: string
}

/** The member whom visitors sign in as. Their story has something of everything. */
export const demoMember = 0
/** A member who is always confirmed and active, so that coins can be sent to them. */
const transferRecipient = 1
/** Only so many people, the first ones, refer others. */
const referrerCount = 25
/** No story begins earlier than so many days ago. */
export const historyDays = 360

interface Prospect {
  joinedDaysAgo: number
  package: MembershipPackage
  referrer: number | undefined
  /** True if the person followed the link in the mail. Without that they can do nothing yet. */
  isConfirmed: boolean
  isSuspended: boolean
  hasWallet: boolean
}

/** Plans a year of these people, the oldest event first. Equal random numbers give equal plans. */
export function planYear(
  random: Random,
  packages: readonly MembershipPackage[],
  wallets: readonly boolean[],
): PlannedEvent[] {
  const people: Prospect[] = []
  for (const [person, hasWallet] of wallets.entries())
    people.push(inventMember(random, packages, people, person, hasWallet))
  return people
    .flatMap((prospect, person) =>
      number(person, person === demoMember ? planDemoMember(prospect) : planMember(random, people, prospect)),
    )
    .toSorted((one, other) => other.daysAgo - one.daysAgo)
}

function inventMember(
  random: Random,
  packages: readonly MembershipPackage[],
  people: readonly Prospect[],
  person: number,
  hasWallet: boolean,
): Prospect {
  const isProtagonist = person === demoMember
  // Few people join at first, and more as there are more referrers.
  const joinedDaysAgo = isProtagonist
    ? 310
    : person < referrerCount
      ? 220 + random.next() * (historyDays - 220)
      : 0.5 + 250 * random.next() ** 1.4
  const known = people
    .slice(0, referrerCount)
    .flatMap((other, index) => (other.joinedDaysAgo > joinedDaysAgo + 3 ? [index] : []))
  return {
    joinedDaysAgo,
    package: (isProtagonist ? packages.find(({ icon }) => icon === 'Gem') : undefined) ?? random.pick(packages),
    referrer: known.length > 0 && random.chance(0.45) ? random.pick(known) : undefined,
    isConfirmed: !random.chance(0.05) || person <= transferRecipient,
    isSuspended: random.chance(0.02) && person > transferRecipient,
    hasWallet,
  }
}

type Timed = PlannedAction & { daysAgo: number }

/** Returns a clock that moves forward by at most a quarter of the days left, so it never reaches the future. */
function createTime(random: Random, daysAgo: number) {
  let now = daysAgo
  return {
    now: () => now,
    skipTo(daysAgo: number): void {
      now = Math.min(now, daysAgo)
    },
    pass(least: number, most: number): number {
      now -= Math.min(least + random.next() * (most - least), now * 0.25)
      return now
    },
  }
}
type Time = ReturnType<typeof createTime>

function planMember(random: Random, people: readonly Prospect[], prospect: Prospect): Timed[] {
  const time = createTime(random, prospect.joinedDaysAgo)
  const story: Timed[] = [{ act: 'join', package: prospect.package, referrer: prospect.referrer, daysAgo: time.now() }]
  if (!prospect.isConfirmed) return story
  story.push({ act: 'confirm', daysAgo: time.pass(0.002, 0.1) }, { act: 'sign in', daysAgo: time.pass(0.001, 0.02) })
  const isWatching = random.chance(0.08)
  if (!isWatching) story.push(...trade(random, people, prospect, time))
  if (random.chance(0.2)) story.push(...talk(random, time))
  for (let count = random.between(0, 2); count > 0; count -= 1) {
    story.push({ act: 'sign in', daysAgo: time.pass(0, time.now() / 2) })
  }
  if (prospect.isSuspended) story.push({ act: 'suspend', daysAgo: time.pass(0, 1) })
  return story
}

function trade(random: Random, people: readonly Prospect[], prospect: Prospect, time: Time): Timed[] {
  const first: PlannedRequest = { kind: 'buy', package: prospect.package }
  if (random.chance(0.08)) return [waiting(random, first, time)]
  const story: Timed[] = []
  if (random.chance(0.08)) story.push(...deal(first, 'rejected', time))
  story.push(...deal(first, 'approved', time))
  const wishes: PlannedRequest[] = []
  const repeat = (most: number, wish: () => PlannedRequest) => {
    for (let count = random.between(0, most); count > 0; count -= 1) wishes.push(wish())
  }
  repeat(2, () => ({ kind: 'buy', coins: random.between(1, 20) * 1000 }))
  if (prospect.hasWallet) repeat(2, () => ({ kind: 'withdrawal', coins: random.between(1, 5) * 1000 }))
  const friends = people.flatMap((other, index) =>
    other !== prospect && other.isConfirmed && !other.isSuspended && other.joinedDaysAgo > prospect.joinedDaysAgo + 0.5
      ? [index]
      : [],
  )
  if (friends.length > 0) {
    repeat(2, () => ({ kind: 'transfer', coins: random.between(1, 4) * 1000, to: random.pick(friends) }))
  }
  const share = time.now() / (wishes.length + 1)
  for (const [index, wish] of wishes.entries()) {
    time.pass(0, share)
    const isLast = index === wishes.length - 1
    story.push(
      ...(isLast && random.chance(0.45) ? [waiting(random, wish, time)] : deal(wish, pickOutcome(random), time)),
    )
  }
  return story
}

/** A request and, some hours later, its outcome. */
function deal(wish: PlannedRequest, outcome: Outcome, time: Time): Timed[] {
  return [
    { act: 'ask', wish, daysAgo: time.pass(0.01, 2) },
    { act: 'end', outcome, daysAgo: time.pass(0.02, 0.4) },
  ]
}

/** A request that is still open was made in the last days. */
function waiting(random: Random, wish: PlannedRequest, time: Time): Timed {
  time.skipTo(0.02 + random.next() ** 2 * 2.4)
  return { act: 'ask', wish, daysAgo: time.pass(0.001, 0.002) }
}

function talk(random: Random, time: Time): Timed[] {
  time.pass(0, time.now())
  const story = Array.from({ length: random.between(1, 3) }, () => random.pick(chatExchanges)).flatMap(
    (exchange): Timed[] => [
      { act: 'say', from: 'member', content: exchange[0], daysAgo: time.pass(0.01, 3) },
      { act: 'say', from: 'admin', content: exchange[1], daysAgo: time.pass(0.002, 0.1) },
    ],
  )
  if (random.chance(0.4)) story.pop()
  else if (random.chance(0.7)) story.push({ act: 'read', daysAgo: time.pass(0.001, 0.2) })
  return story
}

/** Draws the outcome of a request. Most are approved. */
function pickOutcome(random: Random): Outcome {
  const lot = random.next()
  if (lot < 0.84) return 'approved'
  return lot < 0.94 ? 'rejected' : 'cancelled'
}

function planDemoMember({ joinedDaysAgo, package: package_, referrer }: Prospect): Timed[] {
  const deal = (daysAgo: number, wish: PlannedRequest, outcome: Outcome): Timed[] => [
    { act: 'ask', wish, daysAgo },
    { act: 'end', outcome, daysAgo: daysAgo - 0.2 },
  ]
  const topUp = (thousands: number): PlannedRequest => ({ kind: 'buy', coins: thousands * 1000 })
  const withdraw = (thousands: number): PlannedRequest => ({ kind: 'withdrawal', coins: thousands * 1000 })
  const talks: Timed[] = chatExchanges.slice(0, 2).flatMap((exchange, index): Timed[] => [
    { act: 'say', from: 'member', content: exchange[0], daysAgo: 239.9 - index * 236 },
    { act: 'say', from: 'admin', content: exchange[1], daysAgo: 239.8 - index * 236 },
  ])
  return [
    { act: 'join', package: package_, referrer, daysAgo: joinedDaysAgo },
    { act: 'confirm', daysAgo: joinedDaysAgo - 0.01 },
    ...[joinedDaysAgo - 0.02, 240.1, 120.4, 31.15, 4.35].map((daysAgo): Timed => ({ act: 'sign in', daysAgo })),
    ...deal(308.9, { kind: 'buy', package: package_ }, 'approved'),
    ...deal(241.3, topUp(5), 'rejected'),
    ...deal(238.6, topUp(5), 'approved'),
    ...deal(171.45, withdraw(12), 'approved'),
    ...deal(117.8, topUp(10), 'approved'),
    ...deal(73.55, topUp(6), 'approved'),
    ...deal(42.7, withdraw(8), 'approved'),
    ...deal(20.95, topUp(15), 'approved'),
    ...deal(11.65, withdraw(3), 'cancelled'),
    ...deal(5.75, { kind: 'transfer', coins: 2000, to: transferRecipient }, 'approved'),
    { act: 'ask', wish: withdraw(4), daysAgo: 1.3 },
    { act: 'ask', wish: topUp(8), daysAgo: 0.11 },
    ...talks,
  ]
}

/** Gives each event of a person its key. */
function number(person: number, story: readonly Timed[]): PlannedEvent[] {
  return story.map((act, index) => ({ ...act, person, key: keyOf(`${person}.${index}`) }))
}

function keyOf(text: string): string {
  const hex = createHash('sha256').update(`demonstration ${text}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
