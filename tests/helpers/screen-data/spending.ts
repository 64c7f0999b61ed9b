import type { Page } from '@playwright/test'
import { computeCheckCharacter } from '../../../contract/member-id.ts'
import { multiply } from '../../../contract/money.ts'
import { checkWalletAddress, getWalletChange } from '../../../contract/own-profile.ts'
import { getProfileByMemberId, type Profile } from '../../../contract/profiles.ts'
import { listRecentRecipients } from '../../../contract/recent-recipients.ts'
import { getRequest, submitTransferRequest, submitWithdrawalRequest, type Request } from '../../../contract/requests.ts'
import { getGlobalPlatformStats, getUserDashboardStats } from '../../../contract/stats.ts'
import { Refusal } from '../../../server/platform/db/refusal.ts'
import type { Answers } from '../answers.ts'
import { answerOnce } from './answer-once.ts'
import { aProfile, aTransfer, aWithdrawal, ownStats, platformStats, walletCheck } from '../screen-data.ts'
import { readAsMember } from '../screen.ts'
import { giveSlips } from './slips.ts'

/** The made-up platform on which a member spends coins. A test changes it between two calls of the page. */
export interface SpendingWorld {
  member: Profile
  /** The coins of the member, without the locked ones. */
  available: number
  locked: number
  rate: string
  /** The active members whom coins can be sent to. */
  others: Profile[]
  /** The requests that the member makes, the newest first. */
  requests: Request[]
}

/** Makes the page's browser that of a member with 27,500 coins, who withdraws and sends them. */
export async function readAsSpender(page: Page, answers: Answers): Promise<SpendingWorld> {
  const { profile: member } = await readAsMember(page, answers, aProfile({ member_id: memberIdOf('7K3M9QX4') }))
  const world: SpendingWorld = { member, available: 27_500, locked: 0, rate: '0.01', others: [], requests: [] }
  answers.give(getGlobalPlatformStats, () => platformStats({ et_rate: world.rate }))
  answers.give(getUserDashboardStats, () =>
    ownStats({
      balance_coins: String(world.available + world.locked),
      locked_coins: String(world.locked),
      available_coins: String(world.available),
    }),
  )
  answers.give(getRequest, ({ params }) => {
    const request = world.requests.find(({ id }) => id === params.requestId)
    if (!request) throw new Refusal('not_found')
    return request
  })
  giveWithdrawals(answers, world)
  giveTransfers(answers, world)
  return world
}

/** A member with this name and the member id of these eight symbols. */
export function anotherMember(fullName: string, symbols: string): Profile & { member_id: string } {
  return { ...aProfile({ full_name: fullName }), member_id: memberIdOf(symbols) }
}

function memberIdOf(symbols: string): string {
  return `ET-${symbols}${computeCheckCharacter(symbols)}`
}

function giveWithdrawals(answers: Answers, world: SpendingWorld): void {
  const { member } = world
  giveSlips(answers, member)
  answers.give(checkWalletAddress, walletCheck())
  answers.give(getWalletChange, { changed_at: null })
  answers.give(
    submitWithdrawalRequest,
    answerOnce(({ body: { amount_coins: coins, attachment_id: id, wallet_address: chosen } }) => {
      lock(world, coins, 'amount_exceeds_balance')
      const attachment = id ? { attachment_id: id, attachment_url: `${member.id}/1741608000000.png` } : {}
      const price = multiply(String(coins), world.rate, 2)
      const figures = { amount_coins: String(coins), amount_usd: price, usdt_amount: price, rate: world.rate }
      const wallet = chosen ?? world.member.wallet_address
      return keep(
        answers,
        world,
        aWithdrawal(world.member, { ...figures, ...attachment, wallet_address: wallet ?? '' }),
      )
    }),
  )
}

function giveTransfers(answers: Answers, world: SpendingWorld): void {
  const find = (typed: string) => world.others.find(({ member_id: memberId }) => memberId === typed.toUpperCase())
  answers.give(getProfileByMemberId, ({ query }) => {
    const found = find(query.p_member_id)
    return found ? { full_name: found.full_name } : null
  })
  answers.give(listRecentRecipients, () => ({
    items: world.requests.flatMap((request) =>
      request.kind === 'transfer'
        ? {
            full_name: request.recipient_profile.full_name,
            member_id: request.recipient_member_id,
            last_sent_at: request.created_at,
          }
        : [],
    ),
  }))
  answers.give(
    submitTransferRequest,
    answerOnce(({ body: { amount_coins: coins, recipient_member_id: memberId } }) => {
      const recipient = find(memberId)
      if (!recipient) throw new Refusal('recipient_invalid')
      lock(world, coins, 'insufficient_funds')
      const amount_usd = multiply(String(coins), world.rate, 2)
      return keep(
        answers,
        world,
        aTransfer(world.member, recipient, { amount_coins: String(coins), amount_usd, rate: world.rate }),
      )
    }),
  )
}

/** Locks the coins of a request, as the ledger does, or refuses a request that the balance does not cover. */
function lock(world: SpendingWorld, coins: number, refusal: 'amount_exceeds_balance' | 'insufficient_funds'): void {
  if (coins > world.available) throw new Refusal(refusal)
  world.available -= coins
  world.locked += coins
}

function keep<R extends Request>(answers: Answers, world: SpendingWorld, request: R): R {
  world.requests.unshift(request)
  answers.announce('requests', 'wallet')
  return request
}
